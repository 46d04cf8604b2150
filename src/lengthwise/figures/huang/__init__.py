"""The tables of Huang et al.: decoders on algorithmic tasks and formal languages."""
