"""The compiled search as machine code: made once on each machine, kept in a file, loaded.

Numba compiles the functions of `entries` to LLVM's language. That needs nothing of Python, so LLVM
makes a file of machine code from it, which is loaded within milliseconds and without numba.
(Numba's own cache would not notice a change in another module than that of the function.)

A file's name tells what the code was made of and for: the modules of this package, numba, the
processor. What has another name is never loaded. Its first bytes are a checksum of the rest.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any, Union

import llvmlite
import llvmlite.binding as llvm

from sudoku_engine.atomic_file import try_lock, whole_file
from sudoku_engine.errors import UsageError, shown_path

SIGNATURES = {
    "count_each": ("n", "limit", "puzzles", "counts", "solutions", "desk"),
    "begin": ("board", "desk"),
    "find_next": ("solution", "desk"),
    "make_minimal": ("n", "seeds", "puzzles", "solutions", "desk"),
}
"""By entry, its parameters: numbers, pointers to cells (bytes), and pointers to desks (words)."""

_NUMBERS = ("n", "limit")
_WORDS = ("board", "desk", "seeds")

COMPILING = (
    "compiling the search for this machine: this is done once, and takes half a minute or more"
)
WAITING = "another process compiles the search for this machine: waiting for it"
NOT_KEPT = (
    "the compiled search cannot be kept, so each run compiles it again: no file can be written"
)

_LOCK = "compiled.lock"
_CHECKSUM = 32
_MOST_FILES = 8
"""How many files of machine code are kept; older ones go when a new one is written."""

Address = Union[int, "ctypes.Array[Any]"]
Entry = Callable[..., None]

_lock = Lock()

_program: dict[str, Entry] = {}
"""The functions of `entries`, once they are loaded."""


def program(announce: Callable[[str], None] = lambda line: None) -> Mapping[str, Entry]:
    """Return the functions of `entries` by name; they take ints (for a pointer, the address).

    If they must be compiled first, `announce` gets a line that says so. Raises ImportError if
    numba cannot be imported, or cannot compile them.
    """
    with _lock:  # two threads may need it at once
        if not _program:
            _program.update(_in_memory(_kept() or _made(announce)))
        return _program


def _made(announce: Callable[[str], None]) -> bytes:
    """Return the machine code of all entries, which the next run will find in its file."""
    import numba  # noqa: F401  # before it is said: this numba may need another numpy

    with _alone(announce):
        if code := _kept():  # by the process that this one has waited for
            return code
        announce(COMPILING)
        code = _compiled_apart(announce)
        if not _keep(code):
            *_, folder = _folders()
            announce(f"{NOT_KEPT} in {shown_path(str(folder))}")
    return code


@contextmanager
def _alone(announce: Callable[[str], None]) -> Iterator[None]:
    """Let only one process at a time compile; the others wait."""
    with ExitStack() as stack:
        for folder in _folders():
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                file = stack.enter_context(open(folder / _LOCK, "ab"))
                if not try_lock(file):
                    announce(WAITING)
                    while not try_lock(file):
                        sleep(0.1)
                break
        yield


def _compiled_apart(announce: Callable[[str], None]) -> bytes:
    """Return the machine code, made by another process: Ctrl-C ends that at once.

    `announce` gets a line for each part that is done. Raises ImportError if it cannot be made.
    """
    program = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import send; send()"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # so that Ctrl-C reaches this process alone
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        try:
            for part in range(len(SIGNATURES)):
                if child.stdout.readline():
                    announce(f"compiling the search: {part + 1} of {len(SIGNATURES)} parts done")
            code, errors = child.stdout.read(), child.stderr.read().decode(errors="replace")
        except BaseException:
            child.kill()
            raise
    if child.returncode:  # of another version, with other rules
        why = errors.strip().rpartition("\n")[2]
        raise ImportError(f"this version of numba cannot compile it: {why}")
    return code


def send() -> None:
    """Write the machine code to standard output, after an empty line for each part that is done."""

    def report() -> None:
        sys.stdout.buffer.write(b"\n")
        sys.stdout.buffer.flush()

    sys.stdout.buffer.write(_compiled(report))


def _compiled(report: Callable[[], None]) -> bytes:
    """Return the machine code of all entries; `report` is called after each."""
    whole = llvm.parse_assembly("")
    with _own_settings():
        for entry in SIGNATURES:
            whole.link_in(_in_llvm(entry))
            report()
    code: bytes = _machine().emit_object(whole)
    return code


@contextmanager
def _own_settings() -> Iterator[None]:
    """Compile without a person's settings of numba: what it leaves to be done later, we leave out.

    ``NUMBA_OPT=0`` would give functions that call nothing, ``NUMBA_DISABLE_JIT=1`` no functions.
    """
    theirs = {
        name: os.environ.pop(name)
        for name in list(os.environ)
        if name.startswith("NUMBA_") and name != "NUMBA_NUM_THREADS"  # may be in use already
    }
    from numba import config

    config.reload_config()
    try:
        yield
    finally:
        os.environ.update(theirs)
        config.reload_config()


def _in_llvm(entry: str) -> Any:
    """Return the module of LLVM's language with the function `entry`."""
    from numba import cfunc, types

    from sudoku_engine.search.compiled import entries

    kinds = [
        types.int64
        if name in _NUMBERS
        else types.CPointer(types.uint64 if name in _WORDS else types.uint8)
        for name in SIGNATURES[entry]
    ]
    function = cfunc(types.void(*kinds), error_model="numpy")(getattr(entries, entry))
    module = llvm.parse_assembly(function.inspect_llvm())
    # Only the function itself is wanted. What numba adds needs Python; it is left out of the file.
    own = function.native_name.removeprefix("cfunc.")
    for other in module.functions:
        if other.name == own:
            other.name = entry
        elif not other.is_declaration:
            other.linkage = "available_externally"
    return module


def _in_memory(code: bytes) -> Mapping[str, Entry]:
    """Return the functions of the machine `code`, ready to be called."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return {entry: _function(engine, entry) for entry in SIGNATURES}


def _function(engine: Any, entry: str) -> Entry:
    # Numba's functions begin with two more parameters, for a result and for an exception.
    kinds = [ctypes.c_int64 if name in _NUMBERS else ctypes.c_void_p for name in SIGNATURES[entry]]
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)
    function = prototype(engine.get_function_address(entry))
    unused = (ctypes.c_uint64 * 4)()

    def called(*arguments: Address) -> None:
        status = function(unused, unused, *arguments)
        assert status == 0, status
        assert engine  # which holds the code in memory

    return called


@cache
def _machine() -> Any:
    """Return the maker of machine code for this processor."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        codemodel="jitdefault",
        jit=True,
    )


def _kept() -> bytes | None:
    """Return the machine code from its file, None if no file has it."""
    for folder in _folders():
        try:
            content = (folder / _file_name()).read_bytes()
        except OSError:
            continue
        code = content[_CHECKSUM:]
        if sha256(code).digest() == content[:_CHECKSUM]:
            return code
    return None


def _keep(code: bytes) -> bool:
    """Write the machine `code` into the first folder where that is possible; return if one is."""
    name = _file_name()
    for folder in _folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with whole_file(str(folder / name), binary=True) as file:
                file.write(sha256(code).digest() + code)
            _remove_old(folder)
        except (OSError, UsageError):
            continue
        return True
    return False


def _remove_old(folder: Path) -> None:
    files = sorted(folder.glob("compiled_*.o"), key=lambda file: file.stat().st_mtime)
    for file in files[:-_MOST_FILES]:
        file.unlink(missing_ok=True)


def _folders() -> Iterator[Path]:
    """Yield the folders for machine code: beside this file, as Python's own; then the user's."""
    yield Path(__file__).parent / "__pycache__"
    if sys.platform == "win32":
        user = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        user = os.path.expanduser("~/Library/Caches")
    else:
        user = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if user and os.path.isabs(user):
        yield Path(user) / "sudoku-classroom"


def _file_name(sources: Path = Path(__file__).parent) -> str:
    """Return the name of the file for the machine code of the modules in the folder `sources`."""
    from importlib.metadata import version

    made_of = sha256()
    for file in sorted(sources.glob("*.py")):
        made_of.update(file.read_bytes())
    processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    made_with = version("numba"), llvmlite.__version__, llvm.get_default_triple(), *processor
    made_of.update("\n".join(made_with).encode())
    return f"compiled_{made_of.hexdigest()[:20]}.o"
