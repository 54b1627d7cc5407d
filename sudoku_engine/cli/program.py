"""The program: its commands, its error messages and its exit status."""

from __future__ import annotations

import errno
import gc
import importlib
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeGuard

import click
import pluggy

from sudoku_engine.api import hookspecs
from sudoku_engine.api.hookspecs import (
    PROJECT,
    BroughtCommand,
)
from sudoku_engine.bundled import BUNDLED, NAME, VERSION, is_here, missing_plugin, with_hook
from sudoku_engine.errors import (
    MachineFault,
    SudokuError,
    error_text,
    near_name,
    one_line,
    printable,
    quoted,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ALIASES = {"practice": "practise", "step-timeout": "timeout"}
"""Other names of commands and options; the last is a key of the configuration."""

DONE, NO, BAD, INTERRUPTED = 0, 1, 2, 130
"""The exit status: done; the answer is no or unknown; bad usage, input, plugin; Ctrl-C."""


@dataclass(eq=False, repr=False)
class Invocation:
    """One call of the program, as typed by a person."""

    arguments: Sequence[str]
    commands: Sequence[BroughtCommand]
    """The commands of the packages, the most useful first."""
    is_debugging: bool = False
    """Whether ``--debug`` was given."""
    parameters: dict[str, Any] = field(default_factory=dict)
    """The values of the options that commands share, by their name in click."""


def invocation() -> Invocation:
    """Return the invocation that is being carried out."""
    found = click.get_current_context().find_object(Invocation)
    assert found is not None
    return found


class PageContext(click.Context):
    """The context of a command, which overwrites no file that it reads."""

    def invoke(self, callback: Any, /, *arguments: Any, **values: Any) -> Any:
        """Call the `callback` of a command, unless it would overwrite a file that it reads."""
        check_kept(self.files(is_written=False))
        return super().invoke(callback, *arguments, **values)

    def files(self, is_written: bool) -> Iterator[str]:
        """Yield the files that the command line names: the files to write, or all others."""
        for each in self.command.params:
            is_file = isinstance(each, click.Argument) or each.metavar in ("FILE", "PATH")
            if is_file and getattr(each.type, "is_written", False) == is_written:
                name = str(each.name)
                given = self.params.get(name) or invocation().parameters.get(name) or ()
                yield from [given] if isinstance(given, str) else given


def files_written() -> list[str]:
    """Return the files for results that the command line names."""
    context = click.get_current_context()
    assert isinstance(context, PageContext)
    return list(context.files(is_written=True))


def check_kept(inputs: Iterable[str]) -> None:
    """Raise UsageError if the command would overwrite one of the `inputs` with its results."""
    for file in files_written():
        from sudoku_engine.formats.given import check_not_read  # only here: it loads formats

        check_not_read(file, inputs)


def usual_name(name: str) -> str:
    """Return the main name of the command or option that is also called `name`."""
    return ALIASES.get(name, name)


OPTIONS: Mapping[str, Sequence[str]] = {"Options": ()}
"""The sections of a help page that needs only one."""

GENERAL = (
    *("jobs", "language", "layout", "config_file", "plugins", "without_plugins"),
    *("ignore_unknown", "debug", "help"),
)
"""The options that many commands have: the last section of a help page."""


class SectionedCommand(click.Command):
    """A command whose help has its options in sections, and those of many commands at its end.

    sections: by heading, the names of the parameters below it, in their order there. Options that
    no section names stand in the first one.
    """

    def __init__(
        self, *arguments: Any, sections: Mapping[str, Sequence[str]] = OPTIONS, **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self._sections = sections

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        rows = {
            "help" if "--help" in each.opts else str(each.name): record
            for each in self.get_params(ctx)
            if isinstance(each, click.Option) and (record := each.get_help_record(ctx))
        }
        named = {name for names in self._sections.values() for name in names}
        others = [name for name in rows if name not in {*named, *GENERAL}]
        sections = [(title, [*names]) for title, names in self._sections.items()]
        sections[0][1].extend(others)
        sections.append(("General", [name for name in GENERAL if name not in named]))
        for title, names in sections:
            if records := [rows[name] for name in names if name in rows]:
                with formatter.section(title):
                    formatter.write_dl(records)


class Group(click.Group):
    """Commands under one name; the error for a misspelt command suggests the nearest name."""

    context_class = PageContext
    command_class = SectionedCommand
    heading = "Commands"

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a closed pipe (``| head``) ends it quietly."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
            return status
        except KeyboardInterrupt:
            message("\nstopped" if sys.stderr.isatty() else "stopped")  # a terminal shows ^C
            raise click.exceptions.Exit(INTERRUPTED) from None
        except OSError as error:
            if not is_of_output(error):
                raise
            return _status_without_output(error)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Treat ``help COMMAND`` as ``COMMAND --help``."""
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def _brought(self, ctx: click.Context) -> dict[str, BroughtCommand]:
        """Return the commands of packages by name, the most useful first."""
        call, own = ctx.find_object(Invocation), "" if self is program else self.name
        names = ((*each.name.rpartition(" "), each) for each in (call.commands if call else ()))
        return {name: each for group, _, name, each in names if group == own}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, the most useful first."""
        return list(self._brought(ctx)) or super().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command called `cmd_name`."""
        brought = self._brought(ctx).get(cmd_name)
        if brought is not None and cmd_name not in self.commands:
            module, _, function = brought.place.partition(":")
            self.add_command(getattr(importlib.import_module(module), function), cmd_name)
        return super().get_command(ctx, cmd_name)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add the command `cmd`, with our context."""
        cmd.context_class = PageContext
        super().add_command(cmd, name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` call; the error suggests the nearest name."""
        args = [usual_name(args[0]), *args[1:]]
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            mend = _with_a_command(args[0]) or self._in_a_group(ctx, args[0])
            mend = mend or near_name(args[0], known)
            raise click.UsageError(f"no command {quoted(args[0])}: {mend}", ctx)
        return super().resolve_command(ctx, args)

    def _in_a_group(self, ctx: click.Context, name: str) -> str:
        """Return a hint that `name` is a command of a group, if it is."""
        commands = invocation().commands if self is program else ()
        found = [quoted(each.name) for each in commands if each.name.endswith(f" {name}")]
        return f"did you mean {' or '.join(found)}?" if found else ""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with its purpose; those of packages are not imported."""
        rows = [(name, each.help) for name, each in self._brought(ctx).items()] or [
            (name, each.get_short_help_str(200))
            for name in self.list_commands(ctx)
            if (each := self.get_command(ctx, name))
        ]
        with formatter.section(self.heading):
            formatter.write_dl(rows)


def is_of_output(error: BaseException | None) -> TypeGuard[OSError]:
    """Return whether `error` says that our output cannot be written: it is closed, or full."""
    if not isinstance(error, OSError) or isinstance(error, MachineFault):
        return False
    return is_closed_pipe(error) or error.errno in _FULL


def is_closed_pipe(error: OSError) -> bool:
    """Return whether `error` says that our output is no longer read."""
    return error.errno == errno.EPIPE or (os.name == "nt" and error.errno == errno.EINVAL)


def _status_without_output(error: OSError) -> int:
    """Return the exit status after `error`; report it, unless it is a closed pipe (``| head``)."""
    _forget_output()
    if is_closed_pipe(error):
        return DONE
    print_traceback(error)
    why = "standard output is closed" if error.errno == errno.EBADF else error.strerror
    message(f"the results cannot be written: {why}")
    return BAD


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


@contextmanager
def unread_output_ignored() -> Iterator[None]:
    """Drop the output to standard output, now and later, if nobody reads it."""
    try:
        yield
    except OSError as error:
        if not is_closed_pipe(error):
            raise
        _forget_output()


_FULL = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""Write errors that are not the fault of any code."""

_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM}
"""Errors of a system that is busy with other things."""


def _set_debugging(ctx: click.Context, option: click.Parameter, is_given: bool) -> None:
    found = ctx.find_object(Invocation)
    if is_given and found is not None:
        found.is_debugging = True


debug_option = click.option(
    "--debug",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_set_debugging,
    help="Show the traceback of an error.",
)


@click.group(
    cls=Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": usual_name},
)
@click.version_option(VERSION, prog_name=NAME)
@debug_option
@click.pass_context
def program(ctx: click.Context) -> None:
    """Solve sudokus the way people do: by strategies, one step at a time.

    \b
    Examples:
      sudoku-engine generate --count 10 -o puzzles.txt
      sudoku-engine solve puzzles.txt
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the program with the arguments of the process, and end the process."""
    for name, mode, handler in (
        ("stdin", "r", "replace"),
        ("stdout", "w", "backslashreplace"),
        ("stderr", "w", "backslashreplace"),
    ):
        if getattr(sys, name) is None:  # the program was started without it
            # Lost results are an error: this stream accepts no bytes. Messages may be lost.
            flags = os.O_WRONLY if name == "stderr" else os.O_RDONLY
            setattr(sys, name, open(os.open(os.devnull, flags), mode))  # noqa: SIM115
        if hasattr(stream := getattr(sys, name), "reconfigure"):
            stream.reconfigure(errors=handler)
    # As Ctrl-C does: unfinished files are removed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    status = run(sys.argv[1:])
    gc.freeze()  # so that Python does not search all objects for garbage at exit
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Return the exit status of the program called with `arguments`."""
    call = Invocation(arguments, commands_for(arguments))
    try:
        status = program.main(list(arguments), prog_name=NAME, standalone_mode=False, obj=call)
        return int(status or DONE)
    except (click.Abort, KeyboardInterrupt):
        message("stopped")
        return INTERRUPTED
    except click.ClickException as error:
        print_traceback(error, call.is_debugging)
        message(_usage(error, call))
    except SudokuError as error:
        print_traceback(error, call.is_debugging)
        message(str(error))
    except Exception as error:
        if is_of_output(error):  # the help of a command
            return _status_without_output(error)
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            why = f"the system has no room for another process or open file ({error.strerror})"
            message(f"{why}: end other programs, or work with fewer --jobs")
            return BAD
        print_traceback(error, call.is_debugging)
        if plugin := missing_plugin(error):
            message(f"{' '.join(_called(call))} needs the plugin {plugin}")
            return BAD
        if isinstance(error, MachineFault):
            message(str(error))
            return BAD
        more = "" if call.is_debugging else "; --debug shows where"
        message(f"{NAME}: internal error, please report it: {error_text(error)}{more}")
    return BAD


def commands_for(arguments: Sequence[str]) -> list[BroughtCommand]:
    """Return the commands of packages up to the first with the command that `arguments` call.

    The commands of all packages if it is unknown, or none is called. Of two commands with one name,
    the first counts.
    """
    words = [usual_name(word) for word in arguments if not word.startswith("-")]
    found: dict[str, BroughtCommand] = {}
    for package, commands in _packages():
        try:
            for each in commands():
                found.setdefault(each.name, each)
        except Exception as error:
            if package in BUNDLED:
                raise
            message(f"notice: the commands of {package} cannot be used: {error_text(error)}")
        is_group = any(each.startswith(f"{words[0]} ") for each in found) if words else False
        if " ".join(words[: 1 + is_group]) in found and len(words) > is_group:
            break
    return [*found.values()]


def _packages() -> Iterator[tuple[str, Callable[[], Iterable[BroughtCommand]]]]:
    for name in filter(is_here, with_hook("sudoku_commands")):
        yield name, importlib.import_module(name).sudoku_commands
    from sudoku_engine.plugins.hooks import installed_packages  # only here: few calls get here

    for entry in installed_packages():
        yield entry.name, partial(_of_installed, entry)


def _of_installed(entry: EntryPoint) -> Iterable[BroughtCommand]:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    manager.register(entry.load())
    return [each for some in manager.hook.sudoku_commands() for each in some]


def message(text: str) -> None:
    """Write an error or a notice to standard error, with control characters escaped."""
    print("\n".join(map(printable, text.split("\n"))), file=sys.stderr, flush=True)


def _usage(error: click.ClickException, call: Invocation) -> str:
    """Describe a wrong call in one line: where, what, and where to find help."""
    ctx, arguments = getattr(error, "ctx", None), call.arguments
    where = ctx.command_path if ctx else " ".join([NAME, *_called(call)])
    what = one_line(" ".join(error.format_message().split())).rstrip(".")
    if isinstance(error, click.NoSuchOption):
        if any(re.fullmatch(r"-[0-9A-P_.*|+\s-]{15,}", each) for each in arguments):
            return f"{where}: write a puzzle that starts with '-' after '--': {where} -- PUZZLE"
        what = f"no such option {quoted(error.option_name)}"
        if error.possibilities:
            what += f": did you mean {' or '.join(map(repr, sorted(error.possibilities)))}?"
    return f"{where}: {what[:1].lower()}{what[1:]} (see {where} --help)"


def _with_a_command(word: str) -> str:
    """Return a hint for a file or a puzzle in the place of a command; otherwise nothing."""
    if not (os.path.exists(word) or re.fullmatch(r"[0-9.]{16,}", word)):
        return ""
    checks = {".py": "plugins check", ".yaml": "config check", ".yml": "config check"}
    command = checks.get(os.path.splitext(word)[1], "solve")
    shown = word if len(word) <= 40 else "PUZZLE"
    return f"say what to do with it, such as {NAME} {command} {shown}"


def _called(call: Invocation) -> Sequence[str]:
    """Return the command that the arguments name, if any, after its group."""
    names = {each.name for each in call.commands}
    starts = (call.arguments[:length] for length in (2, 1))
    return next((start for start in starts if " ".join(start) in names), [])


def print_traceback(error: BaseException | None, is_debugging: bool | None = None) -> None:
    """Write the traceback of `error` with ``--debug``."""
    if is_debugging is None:
        ctx = click.get_current_context(silent=True)
        found = ctx.find_object(Invocation) if ctx else None
        is_debugging = found is not None and found.is_debugging
    if is_debugging and error is not None:
        sys.stderr.write(_traceback(error))


def _traceback(error: BaseException) -> str:
    import traceback  # only here: it takes a while to load

    from sudoku_engine.plugins.component import FailedElsewhere

    for each in (error, error.__cause__):
        if isinstance(each, FailedElsewhere):
            return each.trace
    if error.__traceback__ is None:  # it was reported and never raised
        with suppress(type(error)):
            raise error
    return "".join(traceback.format_exception(error))
