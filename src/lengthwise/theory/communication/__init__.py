"""The communication complexity of tasks and programs between two halves of an input.

A C-RASP program can be cut in the middle of an input of length 2N: messages of O(log N)
bits suffice to compute all its values in the second half (Theorem 12 of
:cite:t:`huang2025formal`). `alice_and_bob` runs the two parties, `protocol_bits` counts
the bits of their messages, and `residual_classes` gives the lower bound for any
protocol for a task.
"""
