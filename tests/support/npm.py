"""The packages of npm that the playground is made from, and node."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.support.lacking import skip_for
from tests.support.paths import ROOT


def node_modules() -> Path:
    """Return the folder of npm's packages, which need not be there."""
    return Path(os.environ.get("SUDOKU_NODE_MODULES") or ROOT / "node_modules")


def npm_package(name: str) -> Path:
    """Return the folder of npm's package `name`; without it, skip the test."""
    folder = node_modules() / name
    if not folder.is_dir():
        skip_for(f"there is no npm package {name} (see CONTRIBUTING.md)")
    return folder


def node() -> str:
    """Return the command `node`; without it, skip the test."""
    return shutil.which("node") or skip_for("there is no node")
