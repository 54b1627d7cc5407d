"""A class on one laptop: the playground for pupils, a page for the teacher, all in one folder.

`store` keeps everything in one SQLite file, `live` knows who is present and sends news, `service`
answers requests by one table of routes, `limits` restricts their size, rate and shape. `class_site`
makes the files for browsers: the playground with the pages of ``page``. `referee` has pupils' code
judged in guests (`judging`), in processes of low priority. `demo` simulates pupils.

A pupil's browser may send any claim, so the teacher's page (``teacher.js``) first forces each into
its proper form (``shapes.js``). The pupil's page (``pupil.js``) keeps drafts, results and hand-ins
(``outbox.js``) until they are on the teacher's computer.
"""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command of a class."""
    return commands_in(
        __name__,
        {"classroom": "Let a class work in browsers, and see it on one page."},
        {"classroom": "classroom_command"},
    )
