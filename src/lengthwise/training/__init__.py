"""Training many small models at once: recipes, lanes, samplers, the loop."""
