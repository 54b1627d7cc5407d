"""Almost locked sets: cells with one digit more than there are cells."""
