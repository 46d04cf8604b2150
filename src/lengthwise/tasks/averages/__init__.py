"""The three tasks of Izzo et al.: functions of counts."""
