"""A guest's work as in the workshop, but on another day and for another user.

Only the board may decide the steps of a strategy. So the answers here must be the same as in the
workshop; the host adds another folder, and another name for the file.
"""

from __future__ import annotations

import datetime
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from sudoku_engine.bundled import NAME
from sudoku_plugins.sandbox import workshop
from sudoku_plugins.sandbox.guest import Guest

LATER = 1000 * 24 * 3600 + 7 * 3600
"""The seconds by which clocks are ahead: year, month, day, weekday and hour are all different."""

PERSONAL = ("HOME", "HOSTNAME", "LOGNAME", "PWD", "USER", "USERNAME", "USERPROFILE")
"""The variables that name the user and the computer."""


def prepare(guest: Guest) -> None:
    """Add the tasks of the workshop to `guest`, and change its surroundings."""
    workshop.prepare(guest)
    sys.argv[:] = sys.orig_argv[:] = [NAME]
    os.environ.update(dict.fromkeys({*PERSONAL} & {*os.environ}, os.path.join(os.sep, NAME)))
    _set_clocks_ahead()


def _set_clocks_ahead() -> None:
    seconds, nanoseconds = time.time, time.time_ns
    vars(time)["time"] = lambda: seconds() + LATER
    vars(time)["time_ns"] = lambda: nanoseconds() + LATER * 10**9
    for name in ("localtime", "gmtime", "ctime"):
        vars(time)[name] = _of_now(getattr(time, name))
    strftime = time.strftime
    vars(time)["strftime"] = lambda form, *given: strftime(form, *(given or (time.localtime(),)))
    vars(datetime)["datetime"] = _LaterDatetime


def _of_now(convert: Callable[[float], Any]) -> Callable[..., Any]:
    return lambda given=None: convert(time.time() if given is None else given)


class _LaterDatetime(datetime.datetime):
    """A date and time with a later "now"; `today` calls `time.time` by itself."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> _LaterDatetime:
        return super().now(tz) + datetime.timedelta(seconds=LATER)

    @classmethod
    def utcnow(cls) -> _LaterDatetime:
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)
