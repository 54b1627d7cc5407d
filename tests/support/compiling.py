"""Machine code, made once for all workers of pytest: the search while they collect the tests."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from sudoku_plugins.fast import compiled
from tests.support.paths import ROOT

PATIENCE = 300.0
"""Seconds for which a worker waits for it."""

_END = "SUDOKU_TESTS_COMPILED"
"""The variable that tells the workers which file is there when the search is compiled."""

_SCRIPT = """
import sys
from pathlib import Path
from sudoku_plugins.fast import compiled
try:
    compiled.prepare()
finally:
    Path(sys.argv[1]).touch()
from sudoku_plugins.fast.scout import SCOUT
SCOUT.program.functions()
"""
"""Tests need the search from the start, and the strategies later, when they should be ready."""


def start_compiling(config: pytest.Config) -> None:
    """Compile search and strategies in a process of its own, until the run of `config` ends."""
    folder = tempfile.TemporaryDirectory(prefix="compiled-")
    config.add_cleanup(folder.cleanup)
    os.environ[_END] = str(Path(folder.name) / "end")
    process = subprocess.Popen([sys.executable, "-c", _SCRIPT, os.environ[_END]], cwd=ROOT)
    config.add_cleanup(lambda: (process.kill(), process.wait()))


def wait_until_compiled() -> None:
    """Wait until the search is compiled, and load it; what goes wrong there goes wrong here."""
    if end := os.environ.get(_END):
        last = time.monotonic() + PATIENCE
        while not Path(end).exists():
            assert time.monotonic() < last, f"the search is not compiled after {PATIENCE:g} s"
            time.sleep(0.05)
    compiled.prepare()
