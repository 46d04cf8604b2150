"""Evidence for answers: certificates, and checkers independent of the search."""
