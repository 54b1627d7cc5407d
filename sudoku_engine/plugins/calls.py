"""The call in progress: a page of memory that a guest writes and its host reads.

The host can still read it when the guest is dead, stopped, or caught in a loop that nothing in its
own process can end. In other processes the page is a plain list that nobody reads.
"""

from collections.abc import Callable
from typing import NamedTuple, Union

SUBJECT, CALLS, LIMIT, LINE, CLOSED, STARTED = range(6)
"""The places of the page.

SUBJECT: the number of the component or file whose code runs, 0 for the engine's. CALLS: the number
of calls in the current request. LIMIT: the limit for this call in milliseconds, 0 for none. LINE:
the last known line of its file, 0 if unknown. CLOSED: the last request whose results the host no
longer needs. STARTED: whether a plugin may have started programs.
"""

Page = Union["memoryview[int]", "list[int]"]

N_PLACES = 8
PAGE_BYTES = 8 * N_PLACES


class Subject(NamedTuple):
    """A person's code that is called: a component, or a file that is loaded."""

    label: str
    """The word for its kind in messages: ``strategy``, or empty for a file."""
    id: str
    """The id of the component, or empty."""
    file: str
    """The file with its code, as tracebacks name it."""
    line: int
    """The line at which its main function begins, 0 if unknown."""


class Calls:
    """The calls of this process: the page, and the way to tell the host what its numbers mean."""

    def __init__(self) -> None:
        self.page: Page = [0] * N_PLACES
        self.is_guest = False
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


def shared_page(file: int) -> Page:
    """Return the page in the open `file`, which must have `PAGE_BYTES` bytes."""
    import mmap  # only where there are guests

    return memoryview(mmap.mmap(file, PAGE_BYTES)).cast("Q")
