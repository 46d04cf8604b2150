"""The store: records in a SQL database by URL."""
