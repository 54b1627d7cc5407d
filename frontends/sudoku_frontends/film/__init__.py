"""Films for browsers: runs as a document of shapes and words, and the page that shows it.

``document``: the whole film, puzzle by puzzle and moment by moment; ``film_pictures``: its
pictures, in which every shape is written once; ``page``: the player, which is written in
JavaScript (``player/film.js``), and a page with both; ``replay``: the reporter that writes it.
"""

from collections.abc import Iterable

from sudoku_engine.api.hookspecs import hookimpl, thing_at
from sudoku_engine.api.protocols import Reporter

PLACES = {"html": "sudoku_frontends.film.replay:ReplayReporter"}
"""By id, where the reporter is."""


@hookimpl
def sudoku_reporters() -> Iterable[Reporter]:
    """Return the reporter that writes films for browsers."""
    return map(thing_at, PLACES.values())
