"""What is made once and used by all workers of pytest-xdist."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 300.0
"""Seconds for which a worker waits for what another makes."""


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that `make` has filled; the first worker calls it, the others wait."""
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    base = factory.getbasetemp().parent if is_worker else factory.getbasetemp()
    folder, end = base / name, base / f"{name}.end"
    try:
        folder.mkdir()
    except FileExistsError:
        _wait_for(end)
        if failure := end.read_text(encoding="utf-8"):
            pytest.fail(f"another worker could not make {name}: {failure}")
    else:
        failure = ""
        try:
            make(folder)
        except BaseException as error:
            failure = repr(error)
            raise
        finally:
            written = end.with_suffix(".part")
            written.write_text(failure, encoding="utf-8")
            written.replace(end)
    return folder


def _wait_for(file: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end, f"no {file.name} after {PATIENCE:g} s"
        time.sleep(0.05)
