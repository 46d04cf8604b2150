"""How much the first half of an input must tell the second.

A program of C-RASP can be cut in the middle of an input of length 2N: messages of
O(log N) bits suffice for all its values in the second half (Theorem 12 of
:cite:t:`huang2025formal`). `alice_and_bob` runs the two parties, `protocol_bits` counts
what they say, and `residual_classes` counts what any party would have to say for a
task.
"""
