"""A window in which turtles draw: the film of a run, and what other front ends need for theirs.

``window``: shows scenes, hands over keys and clicks; ``painter`` and ``easel``: pictures painted
by turtles; ``worker``: work that must not hold a window up; ``film`` and ``keys``: a run as a film;
``editor``, ``editor_keys``, ``prompt`` and ``deeds``: a board to work on;
``frontend``: the front end, which imports all this when it opens a window.
"""
