"""From C-RASP programs to limit transformers."""
