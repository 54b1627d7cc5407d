"""Controllers of a film and of a board to work on; they know no toolkit.

``view``: keys, clicks, and what a controller draws on; ``worker``: long work in a thread of its
own; ``film``, ``film_keys`` and ``playback``: a run as a film; ``editor…``, ``prompt`` and
``undo_steps``: a board that a person works on.
"""
