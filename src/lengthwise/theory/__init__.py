"""What can be decided, bounded and constructed about a task or a machine."""
