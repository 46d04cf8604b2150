"""Is a regular language in C-RASP, with and without positions? With evidence."""
