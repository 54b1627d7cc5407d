"""Variants: what the engine asks the plugin that knows their rules.

A clue is plain data (`clue`), so a layout, the status of a board and a step need only that. Who
makes clues, or boards on which cells differ by more than houses, asks a plugin's `RuleBook`. It is
brought by a hook, which is called for the first clue: other boards need no such plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from sudoku_engine.board.layout import Layout
from sudoku_engine.bundled import needs
from sudoku_engine.errors import LayoutError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from sudoku_engine.board.candidates import Candidate
    from sudoku_engine.board.clue import Clue, Part, Value
    from sudoku_engine.board.step import Step

Places = tuple[tuple[int, ...], ...]
"""Lists of cells in which a clue may lie."""


class RuleProtocol(Protocol):
    """A rule of variants; `rule` makes one of a function or a class."""

    @property
    def id(self) -> str:
        """The name in puzzles."""

    @property
    def name(self) -> str:
        """The name for people."""

    @property
    def draws(self) -> str | None:
        """The shape of its clues."""

    @property
    def is_everywhere(self) -> bool:
        """Whether it holds on the whole board, so that its clues have no cells."""

    @property
    def demands(self) -> Callable[[Layout, tuple[int, ...], Value], tuple[Part, ...] | str]:
        """A function that returns the demands of a clue, or why the clue cannot exist."""

    @property
    def places(self) -> Callable[[Layout, tuple[int, ...]], Places | None]:
        """A function from a full board to the lists of cells for clues, or None; see `rule`."""


class RuleBook(Protocol):
    """The rules that puzzles may name, and what their clues exclude."""

    @property
    def rules(self) -> Mapping[str, RuleProtocol]:
        """The rules by id, in small letters."""

    def add(self, rule: RuleProtocol) -> None:
        """Let puzzles name `rule`, in place of any other with its id, until it is removed."""

    def remove(self, rule: RuleProtocol) -> None:
        """Forget `rule`; another rule with its id applies again."""

    def in_use(self, rules: Iterable[Any]) -> AbstractContextManager[None]:
        """Let puzzles name the `rules` of plugins, components, within the context."""

    def find(self, name: str) -> RuleProtocol:
        """Return the rule called `name`, as people write it; raise LayoutError if unknown."""

    def clue(
        self, layout: Layout, rule: str, cells: Sequence[int] = (), value: Value = None
    ) -> Clue:
        """Return the clue of the `rule` on `cells`; raise LayoutError if they do not fit it."""

    def with_clues(self, layout: Layout, clues: Iterable[Clue]) -> Layout:
        """Return `layout` with `clues`; raise LayoutError if two of them contradict each other."""

    def clues_between(self, one: Candidate, other: Candidate, layout: Layout) -> list[Clue]:
        """Return the clues that forbid both candidates, if no house forbids it already."""

    def excluding(
        self,
        pairs: Iterable[tuple[Candidate, Candidate]],
        layout: Layout,
        named: Iterable[Clue] = (),
    ) -> list[Clue]:
        """Return the clues `named` and those that forbid both candidates of a pair to be true."""

    def name_clues(self, step: Step, layout: Layout) -> Step:
        """Return `step` with the clues by which its candidates exclude each other."""


def rule_book() -> RuleBook:
    """Return the rules of this process; raises LayoutError without their plugin."""
    book: RuleBook = brought("sudoku_rule_book")
    return book


def known_rules() -> Mapping[str, RuleProtocol]:
    """Return the rules that puzzles may name, by id; none without their plugin."""
    try:
        return rule_book().rules
    except LayoutError:
        return {}


def rules_in_use(rules: Sequence[Any]) -> AbstractContextManager[None]:
    """Let puzzles name the `rules` of plugins, components, within the context."""
    return rule_book().in_use(rules) if rules else nullcontext()


@cache
def brought(hook: str) -> Any:
    """Return the result of a `hook` of variants; raises LayoutError without their plugin."""
    result = Layout.result_of(hook)
    if result is None:
        raise LayoutError(needs("a clue", hook))
    return result


def excluding(
    pairs: Iterable[tuple[Candidate, Candidate]], layout: Layout, named: Iterable[Clue] = ()
) -> list[Clue]:
    """Return the clues `named` and those that forbid both candidates of a pair to be true."""
    if layout.has_only_houses:
        return [*dict.fromkeys(named)]
    return rule_book().excluding(pairs, layout, named)


def name_clues(step: Step, layout: Layout) -> Step:
    """Return `step` with the clues by which its candidates exclude each other, if it names none."""
    if layout.has_only_houses or step.clues:
        return step
    return rule_book().name_clues(step, layout)


def meaning(rule: RuleProtocol) -> str:
    """Return the first paragraph of the author's description of `rule`, as one line."""
    from inspect import getdoc  # few people read it

    return " ".join((getdoc(rule) or "").partition("\n\n")[0].split())


def rule_id(name: str) -> str:
    """Return the id by which clues know the rule called `name`, as people write it.

    >>> rule_id("Killer Cage")
    'killer_cage'
    """
    return "_".join(name.lower().replace("-", " ").split())
