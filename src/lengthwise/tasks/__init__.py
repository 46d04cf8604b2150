"""Tasks as values, and the catalogue of them."""
