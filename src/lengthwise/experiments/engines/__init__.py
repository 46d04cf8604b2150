"""What runs the work of a sweep: processes of this computer, or a Ray cluster."""
