"""Sets threads and the compilation cache before any test imports JAX."""

import tests.nets.canonical  # noqa: F401
