"""Deciding membership: potentials that tell the states of an automaton apart."""
