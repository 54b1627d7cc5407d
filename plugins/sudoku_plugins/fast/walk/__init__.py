"""The way of the bundled strategies through a classic board, as machine code.

The strategies themselves say why a step is true; here is only which of them finds the first one,
and what it changes. What is known here is exactly what they would do, the order of their steps
included: they are the judges, and tests compare the two. Of some it is only known when they find
nothing. Read `board` first, which has the legend, then `patterns`; `entries` has what Python calls.
"""
