"""A trace as a page for browsers: the code with its values, and the board that it looks at.

The document has the tables of a film (`web.document`), and besides ``blocks``, ``remarks``,
``moments``, each with the number of its picture, and ``pictures``: the part at each place of the
board. The first picture shows the step that the trace is about.
"""

from typing import Any

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.errors import shown_path
from sudoku_frontends.film.document import PAGE_COLOURS
from sudoku_frontends.film.film_pictures import BoardParts, Tables
from sudoku_frontends.film.page import in_sight, whole_page
from sudoku_plugins.trace.model import Trace, Value
from sudoku_plugins.trace.painters import first_scene, looks_in_words, scene_of_moment

STYLES = "film", "trace_film"
"""The names of the style sheets of the film of a trace."""


def trace_page(trace: Trace) -> str:
    """Return the HTML of a page that shows `trace` without any other file."""
    return whole_page(trace_document(trace), "trace", *STYLES)


def trace_document(trace: Trace) -> dict[str, Any]:
    """Return the document of `trace`, for JSON."""
    grid, tables = trace.grid, Tables()
    boards = BoardParts(grid.layout, tables)
    step = trace.wrong or trace.witness
    pictures: dict[tuple[int, ...], int] = {boards.parts(first_scene(trace)): 0}
    known: dict[int, dict[str, Value]] = {}
    moments = []
    for moment in trace.moments:
        held = known.setdefault(moment.frame, {})
        held.update({value.name: value for value in moment.values})
        parts = boards.parts(scene_of_moment(grid, moment, held))
        moments.append(
            {
                **moment._asdict(),
                "values": [[value.name, value.text] for value in moment.values],
                "picture": pictures.setdefault(parts, len(pictures)),
                "words": looks_in_words(grid, moment),
            }
        )
    colours = {part: tables.colour(name) for part, name in PAGE_COLOURS.items()}
    record = {
        "title": f"{trace.name} ({shown_path(trace.file)})",
        "about": trace.about,
        "step": "" if step is None else short_notation(step, grid.layout),
        "is_wrong": trace.wrong is not None,
        "blocks": [{**each._asdict(), "file": shown_path(each.file)} for each in trace.blocks],
        "remarks": [each._asdict() for each in trace.remarks],
        "moments": moments,
        "focus": trace.focus,
        "n_boards": trace.boards,
        "left_out": trace.left_out,
    }
    return {
        **in_sight(record),
        **tables.record(),
        "colours": colours,
        "board": {**boards.record(), "title": trace.name, "line": grid.line},
        "pictures": [*pictures],
    }
