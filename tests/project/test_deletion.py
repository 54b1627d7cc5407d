"""Any plugin but the strategies may be deleted, and the engine goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sudoku_engine.bundled import BUNDLED, PACKAGES
from tests.support.paths import EXAMPLES, ROOT

pytestmark = [pytest.mark.process, pytest.mark.thorough]

HOMES = dict(zip(PACKAGES, (ROOT, ROOT / "plugins", ROOT / "frontends")))

DELETABLE = [name for name in BUNDLED if not name.endswith((".commands", ".strategies"))]

COMMANDS = [("--help",), ("plugins", "list"), ("solve", "-q"), ("verify",)]

NEEDED = {"sudoku_plugins.solvers": COMMANDS[2:], "sudoku_frontends.reporters": COMMANDS[2:3]}
"""By plugin, the commands that cannot do without it."""


def without(plugin: str, home: Path) -> dict[str, str]:
    """Return the environment of a program whose packages lack `plugin`."""
    for package, folder in HOMES.items():
        (home / package).mkdir()
        for each in (folder / package).iterdir():
            if f"{package}.{each.name}" != plugin:
                (home / package / each.name).symlink_to(each)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(home), *filter(None, sys.path)])}


@pytest.mark.parametrize("plugin", DELETABLE)
def test_the_engine_goes_on_without_a_plugin(plugin: str, tmp_path: Path) -> None:
    environment = without(plugin, tmp_path)
    for command in COMMANDS:
        puzzle = [str(EXAMPLES / "puzzle.txt")] * (command[0] in ("solve", "verify"))
        done = subprocess.run(
            # Without `site`, which may have a finder for the project's folder.
            [sys.executable, "-S", "-m", "sudoku_engine", *command, *puzzle],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert "Traceback" not in done.stderr
        assert (done.returncode == 0) is (command not in NEEDED.get(plugin, ())), done.stderr
