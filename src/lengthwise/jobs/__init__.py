"""What a user asks for as a whole: a study, a length by bisection, a figure again."""
