"""Evaluating machines: the definition, a fast evaluator, one on statistics."""
