"""Bytecode that all processes of a test run share: each file is compiled once."""

from __future__ import annotations

import atexit
import compileall
import contextlib
import importlib
import os
import shutil
import sys
import tempfile

import pytest

from tests.support.paths import ROOT


def keep_bytecode() -> None:
    """Keep bytecode for this run if Python is told to keep none.

    Else each of the hundreds of processes that tests start would compile every module anew. The
    workers of xdist and their children take it over from the first process.
    """
    if sys.dont_write_bytecode and "PYTHONPYCACHEPREFIX" not in os.environ:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or Python was started with -B
        os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="compiled-")
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"]
        atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)


def compile_modules() -> None:
    """Compile the modules of this tree, if they are not, before the workers all do so."""
    for folder in ("sudoku_engine", "plugins", "frontends", "tests/support"):
        compileall.compile_dir(ROOT / folder, quiet=2)


def import_share() -> None:
    """Import this worker's share of the test files, before all workers import all of them.

    pytest compiles tests in its own way, which takes long, and keeps the result.
    """
    worker = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    workers = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for file in sorted(ROOT.glob("tests/*/test_*.py"))[worker::workers]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # collecting reports it
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
