"""Controllers of a film and of a board to work on; they use no toolkit.

``view``: keys, clicks, and the surface of a controller; ``background``: long work in a thread of
its own; ``film`` and ``playback``: a run as a film; ``editor…``, ``board_editing``,
``strategy_help`` and ``practice_help``: a board that the user works on.
"""
