"""What ``import lengthwise as lw`` gives: functions, and results with pages."""
