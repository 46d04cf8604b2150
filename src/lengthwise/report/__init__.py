"""Tables, figures and pages: pure functions of what an analysis found."""
