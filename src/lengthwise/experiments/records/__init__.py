"""What came out: records, their files, their flat rows."""
