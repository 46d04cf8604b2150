"""Sets threads and the compilation cache before any test imports JAX."""

import tests.models.canonical_net  # noqa: F401
