"""A strategy's own lines at work on a board: recorded in a guest, read and shown in the program.

`model` has a `Trace` with its moments, which all painters show. `recorder` runs the strategy and
notes each line that runs, `lookup` what its conditions say; both work where it is loaded, and
judge nothing. `reading` asks them, and puts into words which line let a step go, and where a wrong
one came from. `text` is the painter for the terminal, `web.trace_page` that for browsers.
"""
