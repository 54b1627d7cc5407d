"""Chains: one candidate leads to the next."""
