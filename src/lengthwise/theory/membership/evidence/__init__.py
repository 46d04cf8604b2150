"""Evidence for answers: certificates, and checkers that share no search code."""
