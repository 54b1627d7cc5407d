"""A cell with only one digit left, or a digit with only one cell."""
