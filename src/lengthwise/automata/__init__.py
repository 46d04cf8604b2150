"""Regular languages: expressions, automata, monoids, words of a length."""
