"""C-RASP: a language for what transformers do at every length."""
