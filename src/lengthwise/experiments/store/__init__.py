"""The store: records in a SQL database given by its URL."""
