"""Wings: a few cells with few digits, of which one must get a digit that others then lose."""
