"""Programs that search."""
