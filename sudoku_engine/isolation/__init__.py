"""Limits for plugins: time limits, hosts and their guests, a seal, pools of processes."""
