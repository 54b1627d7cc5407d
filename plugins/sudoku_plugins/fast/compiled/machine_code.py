"""Programs as machine code: made once on each machine, kept in a file, loaded.

Numba compiles the functions that Python calls, the *entries*, to LLVM's language. That needs
nothing of Python, so LLVM makes a file of machine code from it, which is loaded within milliseconds
and without numba. (Numba's own cache would not notice a change in another module than that of the
function.)

A file's name tells what the code was made of and for: the modules of the program and of this
package, numba, the processor. What has another name is never loaded. Its first bytes are a checksum
of the rest.
"""

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any, Union

import llvmlite
import llvmlite.binding as llvm

from sudoku_engine.atomic_file import try_lock, whole_file
from sudoku_engine.errors import UsageError, shown_path

_HERE = Path(__file__).parent
_LOCK = "compiled.lock"
_CHECKSUM = 32
_MOST_FILES = 8
"""How many files of machine code are kept; older ones go when a new one is written."""

Address = Union[int, "ctypes.Array[Any]"]
Entry = Callable[..., None]


@dataclass(frozen=True)
class Program:
    """Functions that are compiled together; `repr` makes the same program in another process."""

    module: str
    """The module that has the entries; all modules beside it are part of the program."""
    name: str
    """What it is called in messages."""
    signatures: Mapping[str, str]
    """By entry, what it takes: a number, or pointers: to cells (bytes), to words of 64 bits without
    a sign, to numbers with one."""
    _loaded: dict[str, Entry] = field(default_factory=dict, init=False, repr=False)
    _compiling: list[subprocess.Popen[bytes]] = field(default_factory=list, init=False, repr=False)
    _lock: Any = field(default_factory=Lock, init=False, repr=False)

    def functions(self, announce: Callable[[str], None] = lambda line: None) -> Mapping[str, Entry]:
        """Return the entries by name; they take ints (for a pointer, the address).

        If they must be compiled first, `announce` gets a line that says so. Raises ImportError if
        numba cannot be imported, or cannot compile them.
        """
        with self._lock:  # two threads may need it at once
            if not self._loaded:
                self._loaded.update(self._in_memory(self._kept() or self._made(announce)))
            return self._loaded

    @property
    def is_loaded(self) -> bool:
        """Whether the entries can be called at once."""
        return bool(self._loaded)

    def load_soon(self, may_compile: bool) -> bool:
        """Return whether the entries are loaded, if they need not be compiled first.

        If `may_compile`, another process begins to compile them, unless it has begun; whoever asks
        again later finds them. It goes on when this one ends, so that the next run finds them, too.
        """
        with self._lock:
            if not self._loaded and (code := self._kept()):
                self._loaded.update(self._in_memory(code))
            if not self._loaded and may_compile and not self._compiling:
                self._compiling.append(self._python("keep()"))
            return bool(self._loaded)

    def keep(self) -> None:
        """Compile the entries and keep them, unless another process has done so."""
        if hasattr(os, "nice"):
            os.nice(10)
        with self._alone(lambda line: None):
            if not self._kept():
                self._keep(self._compiled(lambda: None))

    def _made(self, announce: Callable[[str], None]) -> bytes:
        """Return the machine code of all entries, which the next run will find in its file."""
        import numba  # noqa: F401  # before it is said: this numba may need another numpy

        with self._alone(announce):
            if code := self._kept():  # by the process that this one has waited for
                return code
            announce(
                f"compiling {self.name} for this machine: this is done once, and takes half a "
                "minute or more"
            )
            code = self._compiled_apart(announce)
            if not self._keep(code):
                *_, folder = _folders()
                announce(
                    f"{self.name}, compiled, cannot be kept, so each run compiles it again: "
                    f"no file can be written in {shown_path(str(folder))}"
                )
        return code

    @contextmanager
    def _alone(self, announce: Callable[[str], None]) -> Iterator[None]:
        """Let only one process at a time compile; the others wait."""
        with ExitStack() as stack:
            for folder in _folders():
                with suppress(OSError):
                    folder.mkdir(parents=True, exist_ok=True)
                    file = stack.enter_context(open(folder / _LOCK, "ab"))
                    if not try_lock(file):
                        announce(
                            f"another process compiles {self.name} for this machine: waiting for it"
                        )
                        while not try_lock(file):
                            sleep(0.1)
                    break
            yield

    def _compiled_apart(self, announce: Callable[[str], None]) -> bytes:
        """Return the machine code, made by another process: Ctrl-C ends that at once.

        `announce` gets a line for each part that is done. Raises ImportError if it cannot be made.
        """
        with self._python("send()") as child:
            assert child.stdout is not None
            assert child.stderr is not None
            try:
                n = len(self.signatures)
                for part in range(n):
                    if child.stdout.readline():
                        announce(f"compiling {self.name}: {part + 1} of {n} parts done")
                code, errors = child.stdout.read(), child.stderr.read().decode(errors="replace")
            except BaseException:
                child.kill()
                raise
        if child.returncode:  # of another version, with other rules
            why = errors.strip().rpartition("\n")[2]
            raise ImportError(f"this version of numba cannot compile it: {why}")
        return code

    def _python(self, call: str) -> subprocess.Popen[bytes]:
        """Start another process that makes a `call` of this program's methods."""
        program = (
            f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import Program; "
            f"{self!r}.{call}"
        )
        return subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that Ctrl-C reaches this process alone
        )

    def send(self) -> None:
        """Write the machine code to standard output, after an empty line for each part."""

        def report() -> None:
            sys.stdout.buffer.write(b"\n")
            sys.stdout.buffer.flush()

        sys.stdout.buffer.write(self._compiled(report))

    def _compiled(self, report: Callable[[], None]) -> bytes:
        """Return the machine code of all entries; `report` is called after each."""
        whole = llvm.parse_assembly("")
        with _own_settings():
            for entry in self.signatures:
                whole.link_in(self._in_llvm(entry))
                report()
        _make_fast(whole)
        code: bytes = _machine().emit_object(whole)
        return code

    def _in_llvm(self, entry: str) -> Any:
        """Return the module of LLVM's language with the function `entry`."""
        from numba import cfunc, types

        kinds = {
            "number": types.int64,
            "cells": types.CPointer(types.uint8),
            "words": types.CPointer(types.uint64),
            "numbers": types.CPointer(types.int64),
        }
        signature = types.void(*[kinds[kind] for kind in self.signatures[entry].split()])
        compile_it = cfunc(signature, error_model="numpy")
        function = compile_it(getattr(import_module(self.module), entry))
        # What numba adds needs Python; it is left out of the file.
        text = re.sub(r"(?m)^.*call void @NRT_(in|de)cref\(.*\n", "", function.inspect_llvm())
        module = llvm.parse_assembly(text)
        own = function.native_name.removeprefix("cfunc.")
        for other in module.functions:
            if other.name == own:
                other.name = entry
            elif not other.is_declaration:
                is_ours = other.name.startswith("_ZN") and "7cpython" not in other.name
                other.linkage = "linkonce_odr" if is_ours else "available_externally"
        return module

    def _in_memory(self, code: bytes) -> Mapping[str, Entry]:
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return {entry: self._function(engine, entry) for entry in self.signatures}

    def _function(self, engine: Any, entry: str) -> Entry:
        # Numba's functions begin with two more parameters, for a result and for an exception.
        kinds = [
            ctypes.c_int64 if kind == "number" else ctypes.c_void_p
            for kind in self.signatures[entry].split()
        ]
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)
        function = prototype(engine.get_function_address(entry))
        unused = (ctypes.c_uint64 * 4)()

        def called(*arguments: Address) -> None:
            status = function(unused, unused, *arguments)
            assert status == 0, status
            assert engine  # which holds the code in memory

        return called

    def _kept(self) -> bytes | None:
        """Return the machine code from its file, None if no file has it."""
        for folder in _folders():
            try:
                content = (folder / self._file_name()).read_bytes()
            except OSError:
                continue
            code = content[_CHECKSUM:]
            if sha256(code).digest() == content[:_CHECKSUM]:
                return code
        return None

    def _keep(self, code: bytes) -> bool:
        """Write the machine `code` into the first folder where that is possible; return if so."""
        name = self._file_name()
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

    @property
    def sources(self) -> list[Path]:
        """The folders of the modules that count: those of the program, and of this package."""
        spec = find_spec(self.module)
        assert spec is not None
        return sorted({_HERE, Path(str(spec.origin)).parent})

    def _file_name(self, sources: Sequence[Path] = ()) -> str:
        """Return the name of the file for the machine code of the modules in some folders."""
        from importlib.metadata import version

        made_of = sha256(self.module.encode())
        for folder in sources or self.sources:
            for file in sorted(folder.glob("*.py")):
                made_of.update(file.read_bytes())
        processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
        made_with = version("numba"), llvmlite.__version__, llvm.get_default_triple(), *processor
        made_of.update("\n".join(made_with).encode())
        return f"compiled_{made_of.hexdigest()[:20]}.o"


@contextmanager
def _own_settings() -> Iterator[None]:
    """Compile without a person's settings of numba: what it leaves to be done later, we leave out.

    ``NUMBA_DISABLE_JIT=1`` would give no functions. Numba would make each function fast again with
    every function that calls it, so that is left to `_make_fast`.
    """
    theirs = {
        name: os.environ.pop(name)
        for name in list(os.environ)
        if name.startswith("NUMBA_") and name != "NUMBA_NUM_THREADS"  # may be in use already
    }
    from numba import config

    os.environ["NUMBA_OPT"] = "0"
    config.reload_config()
    try:
        yield
    finally:
        del os.environ["NUMBA_OPT"]
        os.environ.update(theirs)
        config.reload_config()


def _make_fast(whole: Any) -> None:
    """Let LLVM make the functions of a module fast; it leaves out those that nothing calls."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(_machine(), options)
    builder.getModulePassManager().run(whole, builder)


def _machine() -> Any:
    """Return a maker of machine code for this processor: each program in memory owns one."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        codemodel="jitdefault",
        jit=True,
    )


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


SEARCH = Program(
    "sudoku_plugins.fast.compiled.entries",
    "the search",
    {
        "count_each": "number number cells cells cells words",
        "begin": "words words",
        "find_next": "cells words",
        "make_minimal": "number words cells cells words",
    },
)
"""The compiled search."""
