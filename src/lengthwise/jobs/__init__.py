"""The complete jobs: a study, a length by bisection, a reproduced figure."""
