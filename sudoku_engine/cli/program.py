"""The program: its commands, how its errors are told, and its exit status."""

from __future__ import annotations

import errno
import importlib
import os
import re
import signal
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeGuard

import click

from sudoku_engine.errors import SudokuError, error_text, near_name
from sudoku_engine.version import NAME, VERSION

COMMANDS = {
    "solve": "Solve puzzles by strategies, step by step.",
    "hint": "Show the next step of a puzzle.",
    "verify": "Tell whether puzzles have no, one or several solutions.",
    "rate": "Tell how hard puzzles are, and which techniques they need.",
    "generate": "Make puzzles, of a level or in need of a technique.",
    "simulate": "Play the game of levels: a random board, and a search that fills it.",
    "race": "Let solvers find the solutions of the same puzzles, side by side.",
    "compare": "Tell whether one board is a transformation of another.",
    "transform": "Make moves on puzzles: turns, swaps, other names for digits.",
    "canonical": "Print one form for all copies of a puzzle; find copies among many.",
    "play": "Work on a board by hand, with strategies as helpers.",
    "draw": "Draw a board, and a step on it, as a picture.",
    "worksheet": "Put puzzles on sheets to print.",
    "chart": "Show time and counts of searches against difficulty.",
    "explain": "Teach a technique, with an example.",
    "plugins": "List plugins; write, check and grade your own.",
    "config": "Show and check configurations.",
}
"""The commands with their one line of help; each is in a module of its name."""

DONE, NO, BAD, INTERRUPTED = 0, 1, 2, 130
"""The exit status: done; the answer is no or not known; bad usage, input, plugin; Ctrl-C."""


class Commands(click.Group):
    """Commands under one name; a misspelt one is told with the near name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that `args` call, or an error with the near name."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r}: {near_name(args[0], known)}", ctx)
        return super().resolve_command(ctx, args)


class LazyCommands(Commands):
    """Commands with a module each, which is imported only when the command is called.

    `table`: by the name of a command its line of help; its module and the function there are
    called as it is, after `prefix`.
    """

    def __init__(self, *args: Any, table: Mapping[str, str], prefix: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self._table = table
        self._prefix = prefix

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, as a person would want to meet them."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command called `cmd_name`."""
        if cmd_name not in self._table:
            return None
        name = self._prefix + cmd_name
        module = importlib.import_module(f"sudoku_engine.cli.commands.{name}")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._table.items()))


class Program(LazyCommands):
    """The commands of the program."""

    def invoke(self, ctx: click.Context) -> Any:
        """Carries the command out; a closed pipe (``| head``) ends it quietly."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
            return status
        except KeyboardInterrupt:
            complain("\nstopped" if sys.stderr.isatty() else "stopped")  # a terminal shows ^C
            raise click.exceptions.Exit(INTERRUPTED) from None
        except OSError as error:
            if not is_closed_pipe(error):
                raise
            # What is left in the buffer must not fail again when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            return DONE


def is_closed_pipe(error: BaseException | None) -> TypeGuard[OSError]:
    """Whether `error` says that nobody reads our output any more."""
    closed = (errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,)
    return isinstance(error, OSError) and error.errno in closed


debug_option = click.option(
    "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
)


@click.group(
    cls=Program,
    table=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(VERSION, prog_name=NAME)
@debug_option
@click.pass_context
def program(ctx: click.Context) -> None:
    """Solve sudokus the way people do: by strategies, one step at a time.

    \b
    Example:
      sudoku-engine solve examples/puzzles.txt
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Runs the program with the arguments of the process, and ends the process."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # As Ctrl-C does: what is unfinished is put away.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """The exit status of the program called with `arguments`."""
    debug = "--debug" in arguments
    try:
        given = list(arguments)
        status = program.main(given, prog_name=NAME, standalone_mode=False, obj=list(given))
        return int(status or DONE)
    except (click.Abort, KeyboardInterrupt):
        complain("stopped")
        return INTERRUPTED
    except click.ClickException as error:
        trace(error, debug)
        complain(_usage(error, arguments))
    except SudokuError as error:
        trace(error, debug)
        complain(str(error))
    except Exception as error:
        trace(error, debug)
        more = "" if debug else "; --debug shows where"
        complain(f"{NAME}: internal error, please report it: {error_text(error)}{more}")
    return BAD


def complain(text: str) -> None:
    """Writes an error or a notice to standard error."""
    print(text, file=sys.stderr, flush=True)


def _usage(error: click.ClickException, arguments: Sequence[str]) -> str:
    """A wrong call in one line: where, what, and where help is."""
    ctx = getattr(error, "ctx", None)
    where = ctx.command_path if ctx else " ".join([NAME, *_called(arguments)])
    what = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.NoSuchOption):
        if any(map(_is_dashed_puzzle, arguments)):
            return f"{where}: a puzzle that starts with '-' stands after '--': {where} -- PUZZLE"
        what = f"no such option {error.option_name!r}"
        if error.possibilities:
            what += f": did you mean {' or '.join(map(repr, sorted(error.possibilities)))}?"
    return f"{where}: {what[:1].lower()}{what[1:]} (see {where} --help)"


def _called(arguments: Sequence[str]) -> Sequence[str]:
    """The command that `arguments` name, if they name one."""
    return arguments[:1] if arguments and arguments[0] in COMMANDS else []


def _is_dashed_puzzle(argument: str) -> bool:
    return bool(re.fullmatch(r"-[0-9A-P_.*|+\s-]{15,}", argument))


def trace(error: BaseException | None, debug: bool | None = None) -> None:
    """Writes the traceback of `error` where `debug`: by default, where the person asked for it."""
    if debug is None:
        ctx = click.get_current_context(silent=True)
        debug = ctx is not None and "--debug" in (ctx.find_root().obj or ())
    if debug and error is not None:
        if error.__traceback__ is None:  # it was told and never raised
            with suppress(type(error)):
                raise error
        traceback.print_exception(error)
