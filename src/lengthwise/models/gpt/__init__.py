"""A trainable decoder after GPT-2, with every position scheme."""
