"""A trainable GPT-2 style decoder, with any position scheme."""
