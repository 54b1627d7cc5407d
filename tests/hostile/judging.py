"""Judge what came of a run of the program on a hostile plugin."""

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.hostile.commands import COMMANDS, SECONDS, Command, graded, prepared
from tests.hostile.entry import Hostile
from tests.hostile.running import Ran, Running


class Verdict(NamedTuple):
    """What is wrong with a run: nothing, if there are no `complaints`."""

    complaints: list[str]
    ran: Ran


def verdict(command: Command, entry: Hostile, seconds: float = SECONDS) -> Verdict:
    """Run the `command` on the plugin, in a folder of its own, and judge it.

    A call of a strategy may take so many `seconds`.
    """
    with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary, "run")
        folder.mkdir()
        arguments = prepared(command, entry, folder, seconds)
        before = {path.name for path in folder.iterdir()}
        ran = Running(folder, arguments).result(command.patience)
        new = {path.name for path in folder.iterdir()} - before
        ran.left += sorted(new)
    return Verdict(complaints(command, entry, ran), ran)


def complaints(command: Command, entry: Hostile, ran: Ran) -> list[str]:
    """Return what is wrong, the worst first."""
    if ran.status is None:
        return [f"it hangs: not over after {ran.seconds:.0f} s"]
    if entry.expect == "crash":
        found = ["success is claimed"] if ran.status == 0 and _lacks(command, entry, ran) else []
        return found + ([f"left over: {ran.left}"] if ran.left else [])
    expect = entry.expect if command.does_harm(entry) else "harmless"
    lines = _naming(entry, ran, command)
    found = list(_of_status(command, expect, ran, lines))
    if (lack := _lacks(command, entry, ran)) and not _was_asked_for_it(command, entry):
        found.append(lack)
    if expect == "harmless" and lines and not command.is_for_files:
        found.append("named, and did no harm")
    if expect == "fault" and not lines:
        found.append("not named")
    elif expect == "fault" and entry.has_line and not any(lines):
        found.append("named without a line")
    others = re.findall(r"^(bundled|innocent\.py|sudoku_engine|sudoku_plugins)\b.*:", ran.err, re.M)
    if others and "innocent" not in entry.id:
        found.append("an innocent is named")
    for word in ("internal error", "Traceback (most recent", "Fatal Python error"):
        if word in ran.err:
            found.append(f"{word!r} on standard error")
    if ran.left:
        found.append(f"left over: {ran.left}")
    return found


def _of_status(command: Command, expect: str, ran: Ran, lines: list[int]) -> list[str]:
    status = ran.status
    if expect == "either" and command.is_for_files:
        allowed = command.good | command.bad
    elif expect == "either":
        allowed = command.bad if lines else command.good
    else:
        allowed = command.bad if expect == "fault" else command.good
    if status in allowed:
        return []
    if status == 0 and expect == "fault":
        return ["success is claimed (status 0)"]
    named = "named" if lines else "nobody named"
    return [f"status {status} and {named}; documented: {' or '.join(map(str, sorted(allowed)))}"]


def _lacks(command: Command, entry: Hostile, ran: Ran) -> str | None:
    return command.check(ran, entry)


def _was_asked_for_it(command: Command, entry: Hostile) -> bool:
    """Return whether the command cannot do without the component, so no answer is due."""
    return entry.when == "load" and entry.kind in command.uses and entry.kind != "strategy"


def _naming(entry: Hostile, ran: Ran, command: Command) -> list[int]:
    """Return the lines of the plugin's file that are named, 0 where it is named without one."""
    name = re.escape(entry.name)
    if "innocent" in entry.id and entry.name in ran.err:
        return [1]  # the error is about both files
    found = re.findall(
        rf"^(?:\S*/)?{name}(?::(\d+))?(?::\d+)?: (?!\w*Warning: |ignored: )", ran.err, re.M
    )
    if command is COMMANDS["grade"]:
        row = graded(ran, entry.name) or {"passed": True}
        found += [] if row["passed"] else re.findall(r"\bline (\d+)", row["remark"]) or [""]
    elif command.is_for_files:
        of_mine = ran.out.partition("Innocent (")[0]
        found += re.findall(rf"\b{name}:(\d+)", of_mine)
        found += [""] if "FAILED: " in of_mine else []
    return [int(line or 0) for line in found]
