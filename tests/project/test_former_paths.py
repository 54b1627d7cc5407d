"""A plugin that was written for an earlier version imports modules by their former paths."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import sudoku_engine
from sudoku_engine.api.former_paths import FORMER_PATHS

pytestmark = pytest.mark.process


def test_former_paths_give_the_same_classes() -> None:
    from sudoku_engine.protocols import Puzzle, Verdict
    from sudoku_engine.run import Run
    from sudoku_engine.transformation import Transformation

    assert Puzzle is sudoku_engine.Puzzle
    assert Verdict is sudoku_engine.Verdict
    assert Run is sudoku_engine.Run
    assert Transformation is sudoku_engine.Transformation


def test_every_former_path_leads_to_a_module_that_is_there() -> None:
    for former, present in FORMER_PATHS.items():
        names = vars(importlib.import_module(former)).keys()
        assert names >= {n for n in vars(importlib.import_module(present)) if n[:2] != "__"}


def test_a_former_starter_checks_itself() -> None:
    code = "from sudoku_engine.commands.program import run; raise SystemExit(run(['--version']))"
    path = {"PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], env=path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("sudoku-engine")
