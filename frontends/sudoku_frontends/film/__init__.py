"""Films for browsers: runs as a document of shapes and words, and the page that shows it.

``document``: the whole film, puzzle by puzzle and moment by moment; ``film_pictures``: its
pictures, in which every shape is written once; ``page``: the player, which is written in
JavaScript (``player/film.js``), and a page with both.
"""
