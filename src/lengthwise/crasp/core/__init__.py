"""Desugared programs: a few kinds of nodes, facts about them, simplification."""
