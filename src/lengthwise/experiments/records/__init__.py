"""Results: records, their files, their flat rows."""
