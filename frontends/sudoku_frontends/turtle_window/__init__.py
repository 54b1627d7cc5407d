"""A window in which turtles draw the scenes of the controllers of ``player``.

``frontend``: the front end `turtle`, which imports the rest when it opens a window; ``window``: the
window; ``tk_setup``: what it needs from Tk; ``picture_painter``: pictures painted by turtles;
``layered_screen``: what the turtles draw on.
"""
