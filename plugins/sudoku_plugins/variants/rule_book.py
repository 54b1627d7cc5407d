"""The rules that puzzles may name, and clues as people write them: ``killer cage 15 r1c12``.

A step that relies on candidates which exclude each other by clues must name these: `name_clues`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, combinations, product
from typing import Any

from sudoku_engine import Candidate, Layout, Step
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.clue import Clue, Part, Value
from sudoku_engine.board.notation import CELLS, cells_in
from sudoku_engine.board.step import COVER
from sudoku_engine.board.variants import Places, RuleProtocol, rule_id
from sudoku_engine.errors import LayoutError, PluginError, did_you_mean, quoted
from sudoku_engine.plugins.component import Component, Failure, located
from sudoku_plugins.variants.fillings import Fillings

MOST_PAIRS = 10_000
"""The most pairs of clues with shared cells that are compared; no published puzzle has more."""

MOST_ASKED = 9
"""The most cells of clues that are compared; more would be slow."""

LOAD_IT = "a rule of your own needs its file, such as -p my_rule.py"


def clues_between(one: Candidate, other: Candidate, layout: Layout) -> list[Clue]:
    """Return the clues of `layout` that forbid both candidates to be true.

    The result is empty if their cell or a house already forbids it.

    >>> from sudoku_plugins.variants.rule_book import RULE_BOOK
    >>> layout = Layout.named("4x4")
    >>> dotted = layout.with_clues([RULE_BOOK.read("white dot r1c12", layout)])
    >>> [str(clue) for clue in clues_between(Candidate(0, 1), Candidate(1, 3), dotted)]
    ['white dot r1c1,r1c2']
    """
    if one.cell == other.cell or (one.digit == other.digit and _share_a_house(one, other, layout)):
        return []
    parts = _parts_between(layout).get((one.cell, other.cell), ())
    return [*dict.fromkeys(clue for clue, part in parts if _excludes(part, one, other))]


def name_clues(step: Step, layout: Layout) -> Step:
    """Return `step` with the clues by which its candidates exclude each other.

    They are those of its weak links, those by which its reasons exclude what it eliminates, and
    those by which places of one digit see each other.
    """
    clues = excluding(_pairs(step, layout), layout)
    return step.replace(clues=clues) if clues else step


def excluding(
    pairs: Iterable[tuple[Candidate, Candidate]], layout: Layout, named: Iterable[Clue] = ()
) -> list[Clue]:
    """Return the clues `named` and those that forbid both candidates of a pair to be true."""
    found = dict.fromkeys(named)
    for one, other in pairs:
        clues = clues_between(one, other, layout)
        if clues and found.keys().isdisjoint(clues):
            found[clues[0]] = None
    return [*found]


def _pairs(step: Step, layout: Layout) -> Iterator[tuple[Candidate, Candidate]]:
    """Yield the pairs of candidates that exclude each other and that `step` may rely on."""
    links = step.all_links
    for start, end, is_strong in links:
        if not is_strong:
            yield from product(start, end)
    ends = chain.from_iterable((*start, *end) for start, end, _ in links)
    grounds = {*step.grounds, *step.placements, *ends}
    both_ends = [(*start, *end) for start, end, is_strong in links if not is_strong]
    is_ring = bool(links) and links[0].start == links[-1].end
    whole = [(*step.links[0].start, *step.links[-1].end)] if step.links else []
    for gone in step.eliminations:
        if not links and gone not in grounds and any(cell == gone.cell for cell, _ in grounds):
            continue  # its cell has one of the digits that the step names there
        alike = [by for by in grounds if by.digit == gone.digit]
        is_seen = any(_is_excluded(gone, by, layout) for by in alike if by != gone)
        cases = [*whole, *(case for case in both_ends if is_ring or gone in case)]
        proved = [case for case in cases if all(_is_excluded(gone, by, layout) for by in case)]
        named = [[by for by in case if clues_between(by, gone, layout)] for case in proved]
        for by in min(named, key=len, default=alike if is_seen else grounds):
            yield by, gone
    if COVER not in step.house_roles:
        for one, other in combinations(grounds, 2):
            if one.digit == other.digit:
                yield one, other


def _is_excluded(gone: Candidate, by: Candidate, layout: Layout) -> bool:
    if gone.cell == by.cell or (gone.digit == by.digit and _share_a_house(gone, by, layout)):
        return True
    return bool(clues_between(by, gone, layout))


def _share_a_house(one: Candidate, other: Candidate, layout: Layout) -> bool:
    return any(house.mask >> other.cell & 1 for house in layout.houses_of(one.cell))


@per_layout
def _parts_between(layout: Layout) -> dict[tuple[int, int], list[tuple[Clue, Part]]]:
    found: dict[tuple[int, int], list[tuple[Clue, Part]]] = {}
    for clue in layout.clues:
        for part in clue.parts:
            for one, other in product(part.cells, repeat=2):
                if one != other:
                    found.setdefault((one, other), []).append((clue, part))
    return found


def _excludes(part: Part, one: Candidate, other: Candidate) -> bool:
    if part.distinct and one.digit == other.digit:
        return True
    if part.fillings is None:
        return False
    place, other_place = part.cells.index(one.cell), part.cells.index(other.cell)
    excluded, bit = part.fillings.excluded, 1 << other.digit - 1
    found = excluded.get((place, 1 << one.digit - 1))
    if found is None or (other_place, bit) not in excluded:  # the clue rules one of them out
        return one.digit == other.digit and bool(excluded)
    return found[other_place] & bit != 0


class RuleBook:
    """The rules that puzzles may name: the bundled ones, and those of the plugins in use."""

    clues_between = staticmethod(clues_between)
    excluding = staticmethod(excluding)
    name_clues = staticmethod(name_clues)

    def __init__(self) -> None:
        self._added: list[RuleProtocol] = []
        self._bundled: Mapping[str, RuleProtocol] | None = None

    def add(self, rule: RuleProtocol) -> None:
        """Let puzzles name `rule`, in place of any other with its id, until it is removed."""
        self._added.append(rule)

    def remove(self, rule: RuleProtocol) -> None:
        """Forget `rule`; another rule with its id applies again."""
        self._added = [each for each in self._added if each is not rule]

    @contextmanager
    def in_use(self, rules: Iterable[Component]) -> Iterator[None]:
        """Let puzzles name the `rules` of plugins within the context."""
        added = list(map(RuleInUse, rules))
        self._added += added
        try:
            yield
        finally:
            self._added = [each for each in self._added if each not in added]

    @property
    def rules(self) -> Mapping[str, RuleProtocol]:
        """The rules by id, in small letters."""
        if self._bundled is None:
            self._bundled = {rule.id: rule for rule in Layout.bundled("rule")}
        return {**self._bundled, **{rule_id(each.id): each for each in self._added}}

    def find(self, name: str) -> RuleProtocol:
        """Return the rule called `name`, as people write it; raise LayoutError if unknown.

        >>> RULE_BOOK.find("Killer Cage").id
        'killer_cage'
        """
        rules, wanted = self.rules, rule_id(name)
        if wanted not in rules:
            mend = did_you_mean(wanted, rules) or LOAD_IT
            raise LayoutError(f"unknown rule {quoted(name)}: {mend}")
        return rules[wanted]

    def clue(
        self, layout: Layout, rule: str, cells: Sequence[int] = (), value: Value = None
    ) -> Clue:
        """Return the clue of the `rule` on `cells`, with its meaning on a board of `layout`.

        Raises LayoutError for an unknown rule, and for cells or a value that do not fit it.
        """
        found, known = self.find(rule), tuple(layout.cells[cell] for cell in cells)
        own_id = rule_id(found.id)
        name = own_id.replace("_", " ")
        if found.is_everywhere and cells:
            raise LayoutError(f"{name} holds on the whole board: leave the cells out")
        if not found.is_everywhere and not cells:
            raise LayoutError(f"{name} needs cells, such as {name} r1c12")
        seen: set[int] = set()
        for cell in known:
            if cell in seen:
                raise LayoutError(f"{name}: {cell} is given twice")
            seen.add(cell)
        # A clue on cells sees the bare board, so other clues do not change it.
        parts = found.demands(layout.keeping(()) if known else layout, known, value)
        if isinstance(parts, str):
            raise LayoutError(f"{Clue(own_id, known, value)}: {parts}")
        return Clue(own_id, known, value, parts, found.draws)

    def read(self, text: str, layout: Layout) -> Clue:
        """Return the clue that `text` describes: a rule, its value and its cells, if it has them.

        >>> print(RULE_BOOK.read("thermometer r1c1,r2c2", Layout.named("9x9")))
        thermometer r1c1,r2c2
        """
        words, cells = text.strip(), ""
        if found := re.search(rf"(?:^|\s)(?:in\s+)?({CELLS})$", words, re.IGNORECASE):
            words, cells = words[: found.start()], found[1]
        name, _, last = words.rpartition(" ")
        value: Value = None
        if name and rule_id(words) not in self.rules:
            words, value = name, int(last) if re.fullmatch(r"-?\d{1,9}", last) else last
        return self.clue(layout, words, cells_in(cells, layout) if cells else (), value)

    def with_clues(self, layout: Layout, clues: Iterable[Clue]) -> Layout:
        """Return `layout` with `clues`, which this book has made for it.

        Rules for the whole board are asked again, since some look at the other clues. Raises
        LayoutError for two clues that contradict each other.
        """
        given = list(clues)
        if pair := contradicting(given, layout.all_digits):
            one, other = pair
            raise LayoutError(f"{given[one]} and {given[other]} contradict each other")
        layout = layout.with_clues(each for each in given if each.cells)
        others = dict.fromkeys((each.rule, each.value) for each in given if not each.cells)
        return layout.with_clues([self.clue(layout, rule, (), value) for rule, value in others])


def contradicting(clues: Sequence[Clue], all_digits: int) -> tuple[int, int] | None:
    """Return the numbers of two `clues` that leave no digits for their shared cells."""
    of_cell: dict[int, list[int]] = {}
    first: dict[Clue, int] = {}
    for number, clue in enumerate(clues):
        for cell in clue.cells if first.setdefault(clue, number) == number else ():
            of_cell.setdefault(cell, []).append(number)
    if sum(len(numbers) ** 2 for numbers in of_cell.values()) > 2 * MOST_PAIRS:
        return None
    pairs = {pair for numbers in of_cell.values() for pair in combinations(numbers, 2)}
    for one, other in sorted(pairs):
        asked = [
            (part.cells, part.fillings)
            for part in (*clues[one].parts, *clues[other].parts)
            if part.fillings and len(part.cells) <= MOST_ASKED
        ]
        held = {cell: all_digits for cells, _ in asked for cell in cells}
        before: dict[int, int] = {}
        while held != before:
            before = dict(held)
            for cells, fillings in asked:
                left = fillings.supported(tuple([held[cell] for cell in cells]))
                if not left:
                    return one, other
                held.update(zip(cells, left))
    return None


RULE_BOOK = RuleBook()
"""The rules of this process. A clue keeps what its rule demands, and needs the book no longer."""


Answer = tuple[Part, ...] | str


class RuleInUse:
    """The rule of a `component`; raises PluginError for its faults."""

    def __init__(self, component: Component) -> None:
        self.id = component.id
        self.name = component.name
        self.draws = component.draws
        self.is_everywhere = component.is_everywhere
        self.__doc__ = component.doc
        self._component = component
        self._late: Failure | None = None
        """The failure of a call that had to be stopped: there are no more."""

    def demands(self, layout: Layout, cells: tuple[int, ...], value: Value) -> Answer:
        """Return the demands of a clue, or why the clue cannot exist."""
        clue = Clue(self.id, cells, value)
        answer = self._answer(f"{clue}", self._component.call, layout, cells, value)
        if isinstance(answer, str):
            return f"{answer} ({self._error('').where})"
        if type(answer) is tuple and all(is_on(layout, part) for part in answer):
            return answer
        raise self._error(f"demands returns nothing that fits {clue}")

    def places(self, layout: Layout, digits: tuple[int, ...]) -> Places | None:
        """Return the lists of cells in which a clue may lie, None if its shape tells them."""
        method = self._component.methods.get("places")
        if method is None:
            return None
        answer = self._answer("the places of its clues", method, layout, digits)
        if answer is None or (
            type(answer) is tuple
            and all(type(each) is tuple and is_on(layout, Part(each)) for each in answer)
        ):
            return answer
        raise self._error("places returns no lists of cells")

    def _answer(self, about: str, work: Callable[..., Any], *args: Any) -> Any:
        answer = self._once(about, work, *args)
        if self._once(about, work, *args) != answer:
            raise self._error(f"it answers differently when it is asked again about {about}")
        return answer

    def _once(self, about: str, work: Callable[..., Any], *args: Any) -> Any:
        answer: Any = self._late or self._component.guarded_call(work, *args)
        if isinstance(answer, Failure):
            if "did not come back" in answer.why:
                self._late = answer
            raise self._error(f"{answer.why}, for {about}", answer.line)
        return answer

    def _error(self, why: str, line: int = 0) -> PluginError:
        component = self._component
        what = f"rule {component.id!r}: {why}"
        return located(component.origin, what, component.file, line or component.line)


def is_on(layout: Layout, part: object) -> bool:
    """Return whether `part` is a demand on cells of a board of `layout`."""
    return (
        type(part) is Part
        and all(type(cell) in (int, type(layout.cells[0])) for cell in part.cells)
        and all(0 <= cell < len(layout.cells) for cell in part.cells)
        and len({*part.cells}) == len(part.cells)
        and (part.fillings is None or _is_machine(part.fillings, len(part.cells), layout.n))
    )


def _is_machine(given: object, size: int, n: int) -> bool:
    return isinstance(given, Fillings) and given.fits(size, n)
