"""Some of the hostile plugins of the corpus; ``python -m tests.hostile`` tries all of them."""

from pathlib import Path

import pytest

from tests.hostile.commands import COMMANDS
from tests.hostile.judging import verdict
from tests.hostile.kills import killed_child, killed_parent
from tests.hostile.plugins import CORPUS

pytestmark = [
    pytest.mark.process,
    pytest.mark.slow,
    pytest.mark.skipif(
        not Path("/proc/self/environ").exists(), reason="processes are found by way of /proc"
    ),
]

SECONDS = 0.3
"""The time limit for a call of a strategy: those that hang take longer."""

CHOSEN = {"solve": ("raise-time-is-up", "child-in-new-session"), "race": ("solver-segfault",)}
"""For each command the plugins that are tried, as far as no test of guests holds the same."""

MORE = {
    "solve": (
        *("thread-endless", "lie-odd-step", "exit-0-load", "error-str-os-exit"),
        *("segfault", "kill-sigstop", "closes-all", "hang-catches-all"),
        *("patch-grid-apply", "score-nan"),
        *("exit-0", "exit-in-thread-later", "execv-true", "exit-libc", "kill-sigint"),
        *("deletes-itself-then-exits", "truncates-pages", "patch-len", "patch-re-load"),
        *("raise-keyboard-interrupt", "error-class-lies", "error-is-interrupt", "cancels-timer"),
        *("atexit-waits", "write-dunder-stdout-late", "patch-guard-objection"),
        *("patch-chdir-load", "patch-threading-settrace-load", "patch-step-new-load"),
        *("lie-layout-houses", "nonblocking", "file-binary"),
    ),
    "list": ("exit-0-score", "thread-endless-load"),
    "generate": ("exit-0",),
}
"""Those that do it in another way, or what tests of guests and of traits hold too."""


MOMENTS = (0.4, *(pytest.param(moment, marks=pytest.mark.thorough) for moment in (0.05, 0.9)))
"""Seconds after which a process is killed."""


def pairs(plugins_by_command: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [
        (command, plugin) for command, plugins in plugins_by_command.items() for plugin in plugins
    ]


@pytest.mark.parametrize(
    ("command", "plugin"),
    [*pairs(CHOSEN), *(pytest.param(*pair, marks=pytest.mark.thorough) for pair in pairs(MORE))],
)
def test_a_hostile_plugin_is_named_and_everything_else_goes_on(command: str, plugin: str) -> None:
    found = verdict(COMMANDS[command], CORPUS[plugin], SECONDS)
    assert found.complaints == [], found.ran.err


@pytest.mark.parametrize("moment", MOMENTS)
def test_nobody_is_blamed_and_no_answer_lost_if_the_child_is_killed(moment: float) -> None:
    assert killed_child(moment) == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_stays_behind_if_the_program_is_killed(moment: float) -> None:
    assert killed_parent(moment) == []
