"""What a board is: its layout, its digits and candidates, a step on it, in words and as text."""
