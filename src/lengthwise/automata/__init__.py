"""Regular languages: expressions, automata, monoids, words by length."""
