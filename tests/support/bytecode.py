"""Bytecode that all processes of a test run share: each file is compiled once."""

import atexit
import compileall
import contextlib
import importlib
import os
import sys

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook

from tests.support.paths import ROOT

OURS = ("sudoku_engine", "plugins", "frontends", "tests/support")
"""The folders of modules that are no tests: those pytest compiles in its own way."""


def keep_bytecode() -> None:
    """Keep bytecode until this run ends if Python is told to keep none.

    Else each of the hundreds of processes that tests start would compile every module anew.
    """
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or Python was started with -B
        atexit.register(_remove_bytecode)


def _remove_bytecode() -> None:
    for folder in (*OURS, "tests"):
        for file in (ROOT / folder).rglob("__pycache__/*.pyc"):
            file.unlink(missing_ok=True)  # and no more: the compiled search is beside them


def leave_as_written() -> None:
    """Have pytest explain the asserts of tests alone: it would compile all our modules for it.

    It does so for each project that brings a plugin for pytest, as ours does.
    """
    for finder in sys.meta_path:
        if isinstance(finder, AssertionRewritingHook):
            ours = {name for name in finder._must_rewrite if name.startswith("sudoku_")}
            finder._must_rewrite -= ours


def compile_modules() -> None:
    """Compile the modules of this tree, if they are not, before the workers all do so."""
    for folder in OURS:
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


keep_bytecode()
leave_as_written()
