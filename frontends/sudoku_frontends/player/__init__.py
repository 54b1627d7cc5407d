"""Controllers of a film and of a board to work on; they use no toolkit.

``view``: keys, clicks, and the surface of a controller; ``worker``: long work in a thread of its
own; ``film`` and ``playback``: a run as a film; ``editor…``, ``prompt`` and ``undo_steps``: a board
that the user works on.
"""
