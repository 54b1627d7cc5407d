"""Films for browsers: runs as a document of shapes and words, and the page that shows it.

``document``: the whole film; ``puzzle_film``: one puzzle of it, moment by moment; ``board_parts``
and ``film_tables``: its pictures, in which every shape is written once;
``page``: the player, which is written in JavaScript (``player/film.js``), and a page
with both.
"""
