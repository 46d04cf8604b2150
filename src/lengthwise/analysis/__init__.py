"""From measured curves to answers: plateau, sufficient length, exponent, comparison."""
