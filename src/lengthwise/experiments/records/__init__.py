"""Results: records, their file formats, their flat rows."""
