"""``classroom``: a class that works in browsers, all of it on one laptop."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from sudoku_engine.atomic_file import whole_folder
from sudoku_engine.board.words import counted
from sudoku_engine.bundled import install
from sudoku_engine.cli.params import FileName
from sudoku_engine.cli.program import DONE, NO, message, program, unread_output_ignored
from sudoku_engine.cli.progress import shown_progress
from sudoku_engine.errors import UsageError, printable
from sudoku_frontends.classroom.store import FILE, OWN, Store
from sudoku_frontends.site.playground_command import (
    PLAIN_EDITOR,
    SERVER_OPTIONS,
    at_port,
    with_options,
)
from sudoku_frontends.site.site import has_editor

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from sudoku_frontends.classroom.demo import Demo

OPTIONS = (
    click.argument("folder", type=FileName()),
    click.option("--open", "opens", is_flag=True, help="Open the teacher's page in the browser."),
    *SERVER_OPTIONS,
    click.option(
        "--no-guests",
        is_flag=True,
        help="Run no pupil's program on this computer: the teacher's browser checks in its place.",
    ),
    click.option(
        "--demo",
        is_flag=True,
        help="Let thirty made-up pupils work, for a dry run. FOLDER is new, or of an earlier one.",
    ),
    click.option(
        "--export",
        type=FileName(),
        metavar="FOLDER",
        help="Write the last hand-ins into this new folder, for `plugins grade`; also while the "
        "class runs.",
    ),
    click.option(
        "--forget", is_flag=True, help="Forget names, programs and comments; figures stay."
    ),
    click.option("--yes", is_flag=True, help="Forget without asking."),
)

FIRST_EXERCISE = "naked_pair"
"""What made-up pupils write until the teacher sets something else."""

GREETING = """\
The class is open. {who} open

  {pupils}

and join with the code

  {code}

Your own page (not for the projector: who has this address is the teacher):

  {teacher}

All is kept in {folder}; the same command goes on with it.
Ctrl-C ends the class."""

ALONE = """\
notice: this computer is not in a network, so pupils on others cannot reach it. Connect it to \
their network, or make a hotspot; then start again"""


@program.command("classroom")
@with_options(OPTIONS)
def classroom(folder: str, export: str | None, forget: bool, yes: bool, **serving: Any) -> int:
    """Let a class write techniques in browsers, and see everybody's work on one page.

    Pupils on the same network open the address that it prints and join with a code and a name:
    nothing to install, no accounts, no internet. They write, check and hand in; the teacher's page
    shows who is where. FOLDER, made if it is new, holds all there is of the class, and Python for
    browsers, which is fetched once. Ctrl-C ends the class, and the same command goes on with it.

    \b
    Examples:
      sudoku-engine classroom my_class --open
      sudoku-engine classroom my_class --export handed_in
      sudoku-engine classroom my_class --forget
    """
    if not (export or forget):
        if yes:
            raise UsageError("--yes is for --forget: add it, or leave --yes out")
        return _serve(folder, **serving)
    for option in click.get_current_context().command.params:
        if serving.get(str(option.name)):
            what = f"{option.opts[0]} is for a class that runs"
            raise UsageError(f"{what}: leave it out, or --export and --forget")
    if not os.path.isfile(os.path.join(folder, FILE)):
        raise UsageError(f"there is no class in it ({FILE}): name the folder of one", folder)
    status = _export(folder, export) if export else DONE
    return _forget(folder, yes) if forget else status


def _serve(
    folder: str,
    port: int | None,
    pyodide: str | None,
    assets: str | None,
    opens: bool,
    no_guests: bool,
    demo: bool,
) -> int:
    _require_extra()
    from sudoku_frontends.classroom.class_site import addresses, class_site, pack
    from sudoku_frontends.classroom.referee import Referee
    from sudoku_frontends.classroom.service import app

    with ExitStack() as stack:
        store = stack.enter_context(closing(Store.open(folder, is_demo=demo)))
        listening = stack.enter_context(at_port(port, _listening))
        here = f"http://localhost:{listening.getsockname()[1]}/"
        store.serves_at(here)
        with shown_progress() as progress:
            files = class_site(folder, pyodide, assets, progress)
        where = addresses(listening.getsockname()[1])
        referee = None if no_guests else Referee(store.hidden_seed)
        service = app(store, files, referee, where)
        if not where:
            message(ALONE)
        if not has_editor(files):
            message(PLAIN_EDITOR)
        with unread_output_ignored():
            _greet(where, here, store, folder)
        Thread(target=pack, args=(files,), daemon=True).start()
        if opens and not webbrowser.open(f"{here}teacher#{store.secret}"):
            message("notice: no browser could be opened: open the address of your own page")
        if demo:
            stack.enter_context(closing(_made_up_pupils(store, here)))
        _run(service, listening)
    return DONE


def _require_extra() -> None:
    for name in ("segno", "starlette", "uvicorn"):
        try:
            import_module(name)
        except ImportError:
            what = f"a class needs {name}: {install('class')}"
            raise UsageError(what) from None


def _made_up_pupils(store: Store, here: str) -> Demo:
    """Return the pupils of a dry run, who begin when the class answers."""
    from sudoku_frontends.classroom.demo import Demo  # only here: it takes a while to load

    for row in store.rows():
        store.readmit(row["id"])
    store.set_state({"exercise": store.state["exercise"] or FIRST_EXERCISE})
    return Demo(here, store.code)


def _listening(port: int) -> socket.socket:
    """Return a socket that all computers which see this one may connect to."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there it would share a port that is taken
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(("", port))
        opened.listen(BACKLOG)
    except OSError:
        opened.close()
        raise
    return opened


BACKLOG = 256
"""How many connections may wait: a whole class opens the page at once."""


def _greet(where: Sequence[str], here: str, store: Store, folder: str) -> None:
    """Print what a teacher needs: the addresses `where` pupils are, and `here`; and a QR code."""
    if where and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        print(in_blocks(f"{where[0]}#{store.code}"))
    text = GREETING.format(
        who="Pupils on this network" if where else "Pupils at this computer",
        pupils="\n  or ".join(where or [here]),
        code=store.code,
        teacher=f"{here}teacher#{store.secret}",
        folder=printable(folder),
    )
    print(text, flush=True)


def in_blocks(text: str) -> str:
    """Return `text` as a QR code of half blocks, white on black whatever the terminal's colours."""
    import segno

    drawn = StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in drawn.getvalue().splitlines())


def _run(service: Starlette, listening: socket.socket) -> None:
    import uvicorn

    from sudoku_frontends.classroom.service import Patience

    _allow_connections()
    server = uvicorn.Server(
        uvicorn.Config(
            service,
            http=Patience,
            ws="none",
            lifespan="on",
            loop="asyncio",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=0,  # news never end by themselves
        )
    )
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, server.handle_exit)
    with suppress(KeyboardInterrupt):  # uvicorn passes it on when everything has ended
        server.run(sockets=[listening])


def _allow_connections() -> None:
    """Let the process have all the connections that the system allows: some begin with 256."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # Windows has none, and no such limit

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _export(folder: str, to: str) -> int:
    if os.path.lexists(to) and not (os.path.isdir(to) and not os.listdir(to)):
        raise UsageError("is there already, so nothing is written: name a new folder", to)
    with closing(Store.open(folder, alone=False)) as store:
        files = [
            (Path(exercise, pupil, name), code) for exercise, pupil, name, code in store.export()
        ]
    if not files:
        print("Nothing is handed in yet.")
        return NO
    with whole_folder(to) as new:
        for path, code in files:
            file = Path(new, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(code, encoding="utf-8", newline="")
    exercises = sorted({path.parts[0] for path, _ in files})
    what = f"{counted(len(files), 'file')} of {counted(len(exercises), 'exercise')}"
    print(f"Written: {what}, in {printable(to)}")
    first = exercises[0]
    against = "" if first == OWN else f" --against {first}"
    shown = shlex.quote(printable(str(Path(to, first))))
    print(f"Grade one: sudoku-engine plugins grade {shown}{against}")
    return DONE


def _forget(folder: str, is_sure: bool) -> int:
    with closing(Store.open(folder)) as store:
        if not is_sure:
            if not sys.stdin.isatty():
                raise UsageError("--forget asks, but nobody is at a terminal: add --yes")
            number = counted(len(store.rows()), "pupil")
            what = f"Forget the names, programs and comments of {number}? Figures stay."
            if not click.confirm(what):
                print("Nothing is forgotten.")
                return NO
        number = counted(store.forget(), "pupil")
    print(f"Forgotten: the names, programs and comments of {number}.")
    return DONE
