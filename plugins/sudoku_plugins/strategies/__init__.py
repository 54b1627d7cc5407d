"""Solving techniques for people, in families; `order` has all of them."""
