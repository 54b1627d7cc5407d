"""What people wrote for the version before runs as it did.

`version_before/` holds what that version's ``plugins new`` wrote, one of each kind, and the plugins
and configurations of its documents; only imports have their present names.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.samples import thorough

SOLVED = "279143685134568792856792143413259867695817234782436951367925418521684379948371526\n"

RUNS = {
    "solve -q -c my_strategy.yaml": SOLVED,
    "solve -q -c my_solver.yaml": (
        "639845712425719683817236495594123867762458139183697254251984376946371528378562941\n"
    ),
    "solve -c my_reporter.yaml": "30. Full House: r8c5=8\n",
    "solve -c my_frontend.yaml ..343412.1434321": "| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n",
    "generate -c my_generator.yaml --seed 1": (
        ".274..8.9.6..9.7.58.93...627.6..942..847..9163916.4578....7.65..3851..97675942..1\n"
    ),
    "compare -c my_checker.yaml": "similar, says my_checker",
    "solve -q -c example/classroom.yaml": SOLVED,
    "solve -q -p only_singles.py --solver only_singles ..34341.2143432.": "1234341221434321\n",
    "generate -p row_gone.py --generator row_gone --layout 4x4 --seed 1": "....241342311342\n",
    "compare -p only_turns.py --checker only_turns 12..34.......... ..31..42........": (
        "similar, says only_turns"
    ),
    "solve -p rarest.py --reporter rarest example/puzzles.txt": (
        "example/puzzles.txt:4: locked_pair (1), hidden_single (15), naked_single (19)\n"
    ),
    "solve -c dots.yaml --strategy naked_single ..34341.2143432.": ".... solved\n",
    "solve -q -p last_candidate.py --strategy last_candidate --no-fallback easy.txt": SOLVED,
}
"""By arguments of the program, what that version printed, or a part of it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(Path(__file__).parent / "version_before", tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.parametrize("arguments", [*[*RUNS][:6], *map(thorough, [*RUNS][6:])])
def test_plugins_and_configurations_give_what_they_gave(
    arguments: str, folder: Path, run: Any
) -> None:
    done = run(*arguments.split())

    assert (done.status, done.err) == (0, "")
    assert RUNS[arguments] in done.out


def test_an_option_in_a_configuration_counts(folder: Path, run: Any) -> None:
    """The strategy is allowed two digits, so the board stays open."""
    done = run("solve", "-q", "-c", "tuned.yaml", "easy.txt")

    assert done == (
        1,
        ".....3.85.3.5.8...8.67921.3.13.59....95...2.4.82436.51.67.2..18521...3.9948.7..26\n",
        "",
    )


@pytest.mark.thorough
@pytest.mark.process
@pytest.mark.parametrize(
    "command", [["-m", "pytest", "-q", "-p", "no:cacheprovider"], ["my_strategy.py"]]
)
def test_checks_pass(command: list[str], folder: Path, program_in: Any) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=program_in(folder).environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", PYTEST_ADDOPTS=""),
        capture_output=True,
        encoding="utf-8",
    )

    assert done.returncode == 0, done.stdout + done.stderr
