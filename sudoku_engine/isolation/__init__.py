"""Other people's code kept in bounds: time limits, child processes, pools of them."""
