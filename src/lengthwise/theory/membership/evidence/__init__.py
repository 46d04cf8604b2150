"""What an answer rests on: certificates, and checkers that share no search code."""
