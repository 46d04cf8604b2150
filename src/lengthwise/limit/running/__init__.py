"""What a machine computes: the definition, the fast evaluator, by statistics."""
