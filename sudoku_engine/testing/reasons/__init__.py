"""What is false in the reasons of one step, whose effect may be true all the same."""
