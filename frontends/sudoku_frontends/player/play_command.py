"""``play``: a board to work on by hand, with strategies as helpers."""

from dataclasses import replace
from functools import partial

from sudoku_engine import Grid, Layout
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.frontends import KEY, board_window, call_frontend
from sudoku_engine.cli.inputs import one_puzzle
from sudoku_engine.cli.program import program
from sudoku_engine.config.config import Chosen, Config
from sudoku_plugins.session.workbench import Session

WINDOW = Chosen("turtle")


@program.command()
@options.one_input_argument
@options.component_options(KEY, "size", "theme")
@options.schema_option(
    "loop.pencilmarks",
    help="Begin with all notes: auto removes notes at once when a placed digit rules them out, "
    "manual leaves this to you and to the key v. By default there are only your own notes, and the "
    "key m fills in all of them.",
    values=tuple,
)
@options.language_option
@options.engine_options
def play(given: str | None) -> int:
    """Solve a puzzle by hand in a window, with strategies as helpers.

    INPUT is a file with one puzzle, a puzzle written out, or - for standard input; without it, the
    puzzle of the configuration, or an empty board. The default front end is turtle. In the window
    F1 shows the keys: digits and clicks fill cells, ? gives a hint, * lists all steps, h, v and n
    let strategies help, o solves, F9 sets a puzzle with clues, r reads a file, Ctrl+V pastes a
    puzzle, s saves, q quits.

    Unless the configuration sets a mode, each strategy repeats until it finds nothing more
    (mode: fixpoint).

    \b
    Examples:
      sudoku-engine play puzzles.txt:1
      sudoku-engine play --layout 6x6
      sudoku-engine play --theme dark --pencilmarks auto puzzles.txt:1
    """
    with command_context() as context:
        context.config = _for_hands(context.config)
        window = board_window(context, "play")
        work = partial(window.methods["work"], **window.options)
        call_frontend(window, work, _session(given, context))
    return context.status


def _for_hands(config: Config) -> Config:
    loop = config.loop
    if config.origins["loop.mode"] == "default":
        loop = replace(loop, mode="fixpoint")
    is_chosen = config.frontend or config.origins[KEY].startswith("--")
    return replace(config, loop=loop, frontend=config.frontend if is_chosen else WINDOW)


def _session(given: str | None, context: CommandContext) -> Session:
    config = context.config
    if given is None and config.puzzle is None and config.puzzles is None:
        layout = config.layout or Layout.named("9x9")
        grid, source = Grid(layout, [0] * len(layout.cells), marks=config.loop.pencilmarks), ""
        name = ""
    else:
        entry = one_puzzle(given, context)
        grid, source, name = entry.board, entry.source, entry.name
    return Session(
        grid,
        strategies=context.strategies(),
        settings=config.loop,
        source=source,
        name=name,
        has_notes=config.origins["loop.pencilmarks"] != "default",
        layout=config.layout,
    )
