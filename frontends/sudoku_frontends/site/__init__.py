"""The site: a board, the course, practice, puzzles to print, and a room to write strategies in.

::

    a page                                 a Web Worker
    NAME.js     one request, an object ──► worker.js ──► Pyodide ──► in_browser   a person's code
    board,      ◄── progress, answer       the engine, in packs ──► playground    boards, practice
    messages

A page is a row of `rooms.ROOMS`, with its parts in the folder ``page``. `room_contents` makes what
it shows before Python is there, and the Board room draws entries by itself
(``entry_model.js``) until Python's answer replaces them. `site` makes all files in memory before it
writes the first; any web server can show them, below any path. ``service_worker.js`` keeps them by
path and digest, so no page mixes two versions.

A browser has no processes, threads and signals. The worker stands for the guest: the page ends it,
and starts another. What a person's code says is text for the page, never HTML, and the page's
policy allows only the scripts of the site. Each language has pages of its own (``board.de.html``),
made while that language is spoken.
"""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the commands of the site."""
    return commands_in(
        __name__,
        {
            "site": "Solve, learn, practise, make and write in a browser: a site.",
            "playground": "Write strategies in a browser: a site that needs no installation.",
        },
        {"site": "playground_command", "playground": "playground_command"},
    )
