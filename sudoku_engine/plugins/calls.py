"""Whose call is under way: a page of memory that a guest writes and its host reads.

The host can still read it when the guest is dead, stopped, or caught in a loop that nothing in
its own process can end. In a process that is no guest the page is a plain list that nobody reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Union

from sudoku_engine.board.named_tuple import NamedTuple

SUBJECT, CALLS, LIMIT, LINE, CLOSED, STARTED = range(6)
"""The places of the page.

SUBJECT: the number of the component or file whose code runs, 0 for ours.
CALLS: how many calls there were in the request under way.
LIMIT: the limit for this call in milliseconds, 0 for none.
LINE: the line of its file where it last was, 0 if unknown.
CLOSED: the last request in whose results the host has no more interest.
STARTED: whether a plugin may have started programs.
"""

Page = Union["memoryview[int]", "list[int]"]

N_PLACES = 8
PAGE_BYTES = 8 * N_PLACES


class Subject(NamedTuple):
    """Something of a person's whose code is called: a component, or a file that is loaded."""

    label: str
    """The word for its kind in messages: ``strategy``, or empty for a file."""
    id: str
    """The id of the component, or empty."""
    file: str
    """The file with its code, as tracebacks name it."""
    line: int
    """The line at which its main function begins, 0 if unknown."""


class DeadlyCall(NamedTuple):
    """A call that ended the guest before: when it comes again, it counts as a fault at once."""

    number: int
    """Which call of the request it is, from 1."""
    why: str
    """What it did, in words."""
    line: int
    """The line at which it did so."""


class Calls:
    """The calls of this process: the page, and how the host learns what its numbers mean."""

    def __init__(self) -> None:
        self.page: Page = [0] * N_PLACES
        """What the host reads."""
        self.is_guest = False
        """Whether this process is a guest."""
        self.deadly: DeadlyCall | None = None
        """The call not to make again in the request under way."""
        self._introduce: Callable[[int, Subject], None] | None = None
        self._known: dict[Subject, int] = {}

    def share(self, page: Page, introduce: Callable[[int, Subject], None]) -> None:
        """Make this process a guest: use this `page`; `introduce` tells the host a new subject."""
        self.page = page
        self.is_guest = True
        self._introduce = introduce

    def number_of(self, subject: Subject) -> int:
        """Return the number of `subject` for the page; 0 in a process that is no guest."""
        if self._introduce is None:
            return 0
        if subject not in self._known:
            self._known[subject] = len(self._known) + 1
            self._introduce(self._known[subject], subject)
        return self._known[subject]


calls = Calls()
"""The calls of this process."""


def shared_page(file: int) -> Page:
    """Return the page in the open `file`, which must have `PAGE_BYTES` bytes."""
    import mmap  # only where there are guests

    return memoryview(mmap.mmap(file, PAGE_BYTES)).cast("Q")
