"""Deciding membership: potentials that separate the states of an automaton."""
