"""Limits on the contents and the number of requests, each with a sentence for people.

What a request holds has a shape, which `shaped` reads: so what the class keeps is what it expects.
"""

import json
import re
import unicodedata
from collections import deque
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

from sudoku_engine.board.say import Words, say

LONGEST_CODE = 100_000
"""Bytes of a file in UTF-8."""

LONGEST_CLAIM = 20_000
LONGEST_COMMENT = 2_000
LONGEST_NAME = 40

LONGEST_BODY = 320_000
"""Bytes of a request: a file whose every second character is escaped, with its claim."""

LONGEST_JOIN = 64_000
"""Bytes of a request without a key: anybody can begin any number of these, and never end them."""

MOST_JOINS = 200
"""The most joins from one device in an hour, so that it cannot take all places of a class."""

HEAD_SECONDS = BODY_SECONDS = 20
"""The most seconds for the head of a request to arrive, and for the rest."""

FILE_NAME = re.compile(
    r"(?!(con|prn|aux|nul|com[0-9]|lpt[0-9])\.)[a-z_][a-z0-9_]{0,56}\.py", re.ASCII | re.IGNORECASE
)
"""Windows has devices in place of some files."""

HIDDEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
"""Categories of characters that nobody sees, or that break a line."""

TOO_LARGE = say("The file is too large: at most {size:#} kB.", size=LONGEST_CODE // 1000)

NO_FILE = say("Nothing is handed in yet.")


class Refused(Exception):
    """A request that cannot be carried out: a status of HTTP, words, and when to try again."""

    def __init__(self, status: int, words: Words, seconds: float = 0) -> None:
        super().__init__(status, words)
        self.status = status
        self.words = words
        self.seconds = seconds


class Rate:
    """A limit on the events of one sender within some seconds."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._times: dict[Hashable, deque[float]] = {}

    def wait(self, sender: Hashable) -> float:
        """Return the seconds until the next event of the `sender` is allowed."""
        times, now = self._times.get(sender, ()), self._clock()
        within = [time for time in times if time > now - self.seconds]
        return within[0] + self.seconds - now if len(within) >= self.most else 0

    def count(self, sender: Hashable) -> None:
        """Count an event of the `sender`."""
        now = self._clock()
        if len(self._times) > 1000:  # senders may be invented
            last = now - self.seconds
            self._times = {each: times for each, times in self._times.items() if times[-1] > last}
        self._times.setdefault(sender, deque(maxlen=self.most)).append(now)

    def take(self, sender: Hashable) -> None:
        """Count an event of the `sender`; raise Refused if it is one too many."""
        if seconds := self.wait(sender):
            raise too_many(seconds)
        self.count(sender)


def too_many(seconds: float) -> Refused:
    """Return the refusal of a request that may come again after `seconds`."""
    return Refused(429, say("Too many requests: wait a minute, then try again."), seconds)


def text(value: object, most: int = LONGEST_COMMENT) -> str:
    """Return a text of at most `most` characters."""
    if not isinstance(value, str) or len(value) > most or not _is_text(value):
        raise Refused(422, say("A text of at most {most:#} characters is needed.", most=most))
    return value


def pupil_name(value: object) -> str:
    """Return the name of a pupil, with single blanks."""
    given = value.strip() if isinstance(value, str) and len(value) < 500 else ""
    hidden = any(unicodedata.category(each) in HIDDEN for each in given)
    name = unicodedata.normalize("NFC", " ".join(given.split()))
    if hidden or not any(map(str.isalnum, name)) or len(name) > LONGEST_NAME:
        words = say(
            "A name has 1 to {most:#} characters in one line, and a letter or a digit.",
            most=LONGEST_NAME,
        )
        raise Refused(422, words)
    return name


def file_name(value: object) -> str:
    """Return the name of a file of Python."""
    if not isinstance(value, str) or not FILE_NAME.fullmatch(value):
        words = say(
            "A file name has only English letters, digits and _, ends in .py, has at most "
            "60 characters, and is not the name of a device, such as nul.py."
        )
        raise Refused(422, words)
    return value


def code(value: object) -> str:
    """Return the text of a file."""
    if not isinstance(value, str) or not _is_text(value):
        raise Refused(422, say("The file is not text."))
    if len(value) > LONGEST_CODE or len(value.encode()) > LONGEST_CODE:
        raise Refused(413, TOO_LARGE)
    return value


token = partial(text, most=100)
"""Returns the token of a hand-in, by which a second sending is known."""


def any_text(value: object) -> str:
    """Return a text of any length in which half characters are ``?``: no file can hold them."""
    return _of(str, value).encode(errors="replace").decode()


def flag(value: object) -> bool:
    """Return a truth value."""
    return _of(bool, value)


def number(value: object) -> int:
    """Return a number that the database can hold."""
    if not 0 <= (found := _of(int, value)) < 1 << 63:
        raise ValueError
    return found


def one_of(*values: str) -> Callable[[object], str]:
    """Return the function that takes one of these `values`."""
    return lambda value: values[values.index(_of(str, value))]


Thing = TypeVar("Thing")


def _of(kind: type[Thing], value: object) -> Thing:
    """Return `value` if it is of the `kind` itself: True is no number."""
    if type(value) is not kind:
        raise TypeError
    return value


Shape = Any
"""A function that returns the value to go on with; ``[shape]`` for a list; or a dictionary of
shapes by name, in which a name that ends in ``?`` may be missing, or be null."""


def shaped(value: object, shape: Shape, name: str = "") -> Any:
    """Return the parts of a JSON `value` that a `shape` takes; may raise Refused."""
    try:
        if isinstance(shape, list):
            return [shaped(each, shape[0], name) for each in _of(list, value)]
        if not isinstance(shape, dict):
            return shape(value)
        found, given = {}, _of(dict, value)
        for key, each in shape.items():
            if not key.endswith("?") or given.get(key[:-1]) is not None:
                key = key.rstrip("?")
                found[key] = shaped(given.get(key), each, key)
        return found
    except (TypeError, ValueError):
        what = say("The program does not understand this page ({name}): load it again.", name=name)
        raise Refused(400, what) from None


CLAIM = {
    "passed": flag,
    "is_open?": flag,
    "id?": any_text,
    "name?": any_text,
    "checks": [
        {
            "check": any_text,
            "state": one_of("passed", "failed", "advice", "open", "left out", "of kit"),
            "about?": any_text,
            "why?": any_text,
            "line?": number,
        }
    ],
    "problems": [{"what": any_text, "line?": number}],
}
"""The claim of a pupil's page about its *Check*."""

VERDICT = {
    "passed": flag,
    "remark": any_text,
    "advice": any_text,
    "checks": [{"check": any_text, "ok": flag, "why": any_text}],
    "hidden": one_of("", "passed", "failed"),
}
"""What the teacher's page says of a check in its own browser; as `referee` says it."""


def claim(value: object) -> dict[str, Any]:
    """Return what a pupil's page says of its *Check*."""
    if len(json.dumps(value)) > LONGEST_CLAIM:
        raise Refused(413, say("The result of the check is too large."))
    found: dict[str, Any] = shaped(value, CLAIM, "claim")
    return found


def _is_text(value: str) -> bool:
    """Return whether it has no half characters, which no file can hold."""
    return value == any_text(value)
