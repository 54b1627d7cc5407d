"""Work that is shared among several processes."""
