"""The commands in which the corpus is tried: their arguments, and what must come of them."""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hostile.corpus.files import DIRECTORY
from tests.hostile.entry import Hostile
from tests.hostile.running import Ran

PUZZLES = {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": (
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    ),
    "8..5....3...9...7.1..78...47......3.....1.5...31...6....7.9..4..2...8....9.64....": (
        "876524913243961875159783264762859431984316527531472689617295348425138796398647152"
    ),
    "000704005020010070000080002090006250600070008053200010400090000030060090200407000": (
        "981724365324615879765983142197836254642571938853249716476398521538162497219457683"
    ),
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......": (
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
    ),
}
"""The puzzles of all runs, with their solutions: easy and hard ones, but none that takes long. The
second is the one with 8 in r1c1."""

ANSWERS = list(PUZZLES.values())

INNOCENT = '''"""A naked single: one candidate is left."""
from sudoku_engine import Candidate, Step, strategy


@strategy("Innocent", score=2, level="easy")
def innocent(grid):
    """A cell with one candidate."""
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            (digit,) = grid.candidates(cell)
            yield Step(
                placements=[Candidate(cell, digit)],
                because=[Candidate(cell, digit)],
                reason="only one is left",
            )
'''
"""A right strategy, loaded beside the hostile one. It must not be named."""

SECONDS = 1
"""The time limit for a call of a strategy."""

Check = Callable[[Ran, Hostile], "str | None"]


@dataclass(frozen=True)
class Command:
    """A command that loads plugins."""

    arguments: Callable[[Hostile], Sequence[str]]
    """The arguments that come before the plugins."""
    uses: frozenset[str]
    """The kinds of components that it calls; other plugins only have to load."""
    check: Check
    """The function that says what is wrong with the output, or None."""
    bad: frozenset[int] = frozenset({2})
    """The exit statuses that say that a plugin is at fault."""
    good: frozenset[int] = frozenset({0})
    """The exit statuses where no plugin does harm."""
    is_hostile_everywhere: bool = True
    """Whether strategies are hostile on every board."""
    is_for_files: bool = False
    """Whether the plugins are arguments, and not options."""
    patience: float = 30
    """Seconds that a run may take."""

    def does_harm(self, entry: Hostile) -> bool:
        """Return whether the plugin can do what it does in this command."""
        if entry.when == "load":
            return True
        return entry.kind in self.uses

    def suits(self, entry: Hostile) -> bool:
        """Return whether to try the plugin: not where a call may take any time by design."""
        return not entry.where or entry.kind not in self.uses or self in _named(entry.where)


def prepared(command: Command, entry: Hostile, folder: Path, seconds: float = SECONDS) -> list[str]:
    """Write the files of a run into `folder`; return the arguments of the program.

    A call of a strategy may take so many `seconds`.
    """
    plugin = entry.everywhere() if command.is_hostile_everywhere else entry
    _write(folder / entry.name, plugin.text)
    (folder / "innocent.py").write_text(INNOCENT, encoding="utf-8")
    (folder / "puzzles.txt").write_text("".join(f"{line}\n" for line in PUZZLES))
    (folder / "pairs.txt").write_text(_PAIRS)
    (folder / "run.yaml").write_text(f"{entry.config}loop: {{step_timeout: {seconds}}}\n")
    files = [entry.name, "innocent.py"]
    plugins = files if command.is_for_files else [f"-p{name}" for name in files]
    return [*command.arguments(entry), "-c", "run.yaml", *plugins]


def _write(path: Path, text: str | bytes) -> None:
    if text is DIRECTORY:
        path.mkdir()
    elif isinstance(text, bytes):
        path.write_bytes(text)
    else:
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")


def _solve(entry: Hostile) -> list[str]:
    how = {
        "solver": ["-q", f"--solver={entry.component}"],
        "reporter": ["--reporter=line", f"--reporter={entry.component}"],
        "frontend": ["-q", f"--frontend={entry.component}"],
    }
    return ["solve", "puzzles.txt", *how.get(entry.kind, ["-q"])]


def _lines(ran: Ran, entry: Hostile) -> str | None:
    """Check that every puzzle is answered, or left out where the plugin was to answer it."""
    found = ran.out.splitlines()
    if found == ANSWERS:
        return None
    if entry.kind in ("solver", "frontend", "reporter"):
        allowed = {*ANSWERS, *(line.replace("0", ".") for line in PUZZLES)}
        if entry.expect != "harmless" and set(found) <= allowed and len(found) <= len(ANSWERS):
            return None
    return f"{_missing(found)} of {len(ANSWERS)} answers are missing, {_junk(found)} lines are junk"


def _missing(found: Sequence[str]) -> int:
    return sum(answer not in found for answer in ANSWERS)


def _junk(found: Sequence[str]) -> int:
    return sum(line not in ANSWERS for line in found)


def _json_lines(ran: Ran, entry: Hostile) -> str | None:
    """Check that each line is an event, and that every run ends with the right board."""
    try:
        events = [json.loads(line) for line in ran.out.splitlines()]
    except ValueError:
        return "there is a line that is no JSON"
    ends = [event["grid"] for event in events if event["event"] == "end"]
    starts = sum(event["event"] == "start" for event in events)
    if ends != ANSWERS or starts != len(ANSWERS):
        return f"{starts} runs begin, {_missing(ends)} right answers are missing"
    return None


def _has_innocent(ran: Ran, entry: Hostile) -> str | None:
    row = next((line for line in ran.out.splitlines() if " innocent " in line), "")
    if entry.id in ("id-innocent", "decorator-innocent"):
        return None
    return None if row else "the innocent strategy is not in the table"


def _innocent_passed(ran: Ran, entry: Hostile) -> str | None:
    after = ran.out.partition("Innocent (strategy innocent, innocent.py)")[2]
    return None if re.search(r"^passed: \d+ checks", after, re.M) else "the innocent did not pass"


def _innocent_graded(ran: Ran, entry: Hostile) -> str | None:
    row = graded(ran, "innocent.py")
    if row is None:
        return "the innocent is not graded"
    return None if row["passed"] else "the innocent did not pass"


def graded(ran: Ran, file: str) -> dict[str, Any] | None:
    """Return the result of `file` in a table of grades."""
    with suppress(ValueError):
        for row in json.loads(ran.out)["results"]:
            if row["file"] == file:
                return dict(row)
    return None


def _two_puzzles(ran: Ran, entry: Hostile) -> str | None:
    lines = ran.out.splitlines()
    if any(not re.fullmatch(r"[1-9.]{81}", line) for line in lines):
        return "there is a line that is no puzzle"
    if len(lines) != 2 and entry.kind != "generator":
        return f"{len(lines)} puzzles in place of 2"
    return None


def _raced(ran: Ran, entry: Hostile) -> str | None:
    return None if re.search(r"bitboard +4 of 4 solved", ran.out) else "bitboard has not answered"


def _rated(ran: Ran, entry: Hostile) -> str | None:
    return None if len(ran.out.splitlines()) == 4 else "not every puzzle is rated"


def _any(ran: Ran, entry: Hostile) -> str | None:
    return None


def _generate(entry: Hostile) -> list[str]:
    how = [f"--generator={entry.component}"] if entry.kind == "generator" else ["--level=easy"]
    return ["generate", "--count=2", "--seed=1", *how]


def _race(entry: Hostile) -> list[str]:
    more = [f"--solver={entry.component}"] if entry.kind == "solver" else []
    return ["race", "puzzles.txt", f"--timeout={SECONDS}", "--solver=bitboard", *more]


def _compare(entry: Hostile) -> list[str]:
    more = [f"--checker={entry.component}"] if entry.kind == "checker" else []
    return ["compare", "pairs.txt", *more]


_PAIRS = "\n\n".join(
    "\n".join(board[row : row + 9] for row in range(0, 81, 9))
    for board in (ANSWERS[0], ANSWERS[0][::-1])
)
_STRATEGIES = frozenset({"strategy"})
_ALL = frozenset({"strategy", "solver", "generator", "checker", "reporter"})

COMMANDS = {
    "solve": Command(
        _solve,
        frozenset({"strategy", "solver", "reporter", "frontend"}),
        _lines,
        is_hostile_everywhere=False,
    ),
    "jsonl": Command(
        lambda entry: ["solve", "puzzles.txt", "--reporter=jsonl"],
        _STRATEGIES,
        _json_lines,
        is_hostile_everywhere=False,
    ),
    "list": Command(lambda entry: ["plugins", "list"], frozenset(), _has_innocent),
    "check": Command(
        lambda entry: ["plugins", "check", f"--timeout={SECONDS}"],
        _ALL,
        _innocent_passed,
        bad=frozenset({1, 2}),
        good=frozenset({0, 1}),
        is_for_files=True,
        patience=60,
    ),
    "grade": Command(
        lambda entry: [
            *("plugins", "grade", "--json", "--puzzles=puzzles.txt"),
            *(f"--timeout={SECONDS}", "--jobs=2"),
        ],
        _STRATEGIES,
        _innocent_graded,
        bad=frozenset({1, 2}),
        good=frozenset({0, 1}),
        is_for_files=True,
        patience=60,
    ),
    "generate": Command(_generate, frozenset({"strategy", "generator"}), _two_puzzles),
    "race": Command(_race, frozenset({"solver"}), _raced, good=frozenset({0, 1})),
    "rate": Command(
        lambda entry: ["rate", "puzzles.txt"],
        _STRATEGIES,
        _rated,
        is_hostile_everywhere=False,
        good=frozenset({0, 1}),
    ),
    "hint": Command(
        lambda entry: ["hint", next(iter(PUZZLES))], _STRATEGIES, _any, good=frozenset({0, 1})
    ),
    "explain": Command(
        lambda entry: ["explain", "naked_single"], frozenset(), _any, good=frozenset({0})
    ),
    "compare": Command(
        _compare, frozenset({"checker"}), _any, good=frozenset({0, 1}), bad=frozenset({2})
    ),
}
"""The commands by the name on the command line of the harness."""


def _named(names: frozenset[str]) -> list[Command]:
    return [COMMANDS[name] for name in names if name in COMMANDS]
