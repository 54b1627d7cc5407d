"""Why a conclusion is true: the fewest truths from which it follows, as a step and in words.

The truths come in an order in which each follows from those before. An assumption excludes
candidates; a truth with one candidate left makes it true; that candidate excludes others, until a
truth has none left. If each truth has a choice, the smallest choice makes cases.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sudoku_engine.api.event_text import has_many_cases, why_texts
from sudoku_engine.api.events import Author, Ended, Event, Started, Stepped
from sudoku_engine.api.record import step_event_record
from sudoku_engine.api.results import BoardStep
from sudoku_engine.board.candidates import Candidates, Link
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits, mask_of, union
from sudoku_engine.board.notation import candidate_texts, effect_text, effects_in
from sudoku_engine.board.say import Said, say, tell
from sudoku_engine.board.step import Branch, Candidate, Step
from sudoku_engine.board.variants import excluding
from sudoku_engine.board.words import listed, symbol
from sudoku_engine.errors import LayoutError, PuzzleError
from sudoku_engine.formats.given import Puzzle, grid_of
from sudoku_plugins.reasons.reasons import clash
from sudoku_plugins.reasons.smallest_reason import (
    BUDGET,
    AnyTruth,
    Reason,
    simplest_reason,
    smallest_reason,
)
from sudoku_plugins.strategies.analysis.truths import (
    ClueTruth,
    Truth,
    candidate,
    candidates,
    held_in,
    in_words,
    left_on,
    number_of,
    truths_of,
)


class _Event(NamedTuple):
    """A truth that leaves one candidate, or none; or a clue that excludes candidates."""

    truth: AnyTruth
    true: int
    """The mask of the candidate that must be true, if there is one."""
    gone: int
    """The mask of its candidates that are false, without those that a clue had already excluded."""
    is_end: bool

    def told(self, layout: Layout) -> Said:
        if self.is_end:
            return self.truth.lack
        if isinstance(self.truth, ClueTruth):
            lost = [in_words(each, is_true=False) for each in candidates(self.gone, layout)]
            return say("{lost} ({clue:name})", lost=lost, clue=self.truth.brief)
        end = in_words(candidates(self.true, layout)[0])
        house = self.truth.house
        return say("{holds} ({why})", holds=end, why=house) if house else end


class _Case(NamedTuple):
    """The consequences of assumptions, up to a contradiction or a choice."""

    supposed: Said
    told: Said
    links: tuple[Link, ...]

    @property
    def said(self) -> Said:
        return say("if {start}:| {end}", start=self.supposed, end=self.told)


def step_of(reason: Reason) -> Step:
    """Return `reason` as a step that names the truths and explains how the conclusions follow."""
    grid, truths = reason.grid, reason.truths
    layout, teller = grid.layout, _Teller(reason)
    contraries = [
        *((each, False) for each in reason.placements),
        *((each, True) for each in reason.eliminations),
    ]
    cases = [case for each in contraries for case in teller.cases_of(*each)]
    if len({case.told for case in cases}) == 1:  # one clue, for example, excludes them all
        supposed = say("{cases:or}", cases=[case.supposed for case in cases])
        links = tuple(link for case in cases for link in case.links)
        cases = [_Case(supposed, cases[0].told, links)]
    concluded = [in_words(each, not is_true) for each, is_true in contraries]
    is_one = len(cases) == 1
    why = cases[0].said if is_one else say("no case is possible")
    named = union(truth.mask for truth in truths) & left_on(grid)[0]
    changed = {each for each, _ in contraries}
    houses = [truth.house for truth in truths if isinstance(truth, Truth)]
    is_single = bool(reason.placements) and len(truths) == 1
    weak = [link for case in cases for link in case.links if not link.strong]
    return Step(
        reason.placements,
        reason.eliminations,
        because=[each for each in candidates(named, layout) if each not in changed],
        houses=[*dict.fromkeys(filter(None, houses))],
        pattern="" if is_single else ", ".join([str(truth.brief) for truth in truths]),
        reason=say("{why};| so {concluded}", why=why, concluded=concluded),
        links=cases[0].links if is_one else (),
        branches=[] if is_one else [Branch(each.said, (), each.links) for each in cases],
        clues=excluding(
            ((link.start[0], gone) for link in weak for gone in link.end),
            layout,
            [truth.clue for truth in truths if isinstance(truth, ClueTruth)],
        ),
        difficulty=len(truths),
    )


class _Teller:
    def __init__(self, reason: Reason) -> None:
        self._layout = layout = reason.grid.layout
        self._weak = layout.weak_links
        self._left, placed = left_on(reason.grid)
        self._clues = [truth for truth in reason.truths if isinstance(truth, ClueTruth)]
        filled = [truths_of(layout).every[cell] for each in self._clues for cell in each.part.cells]
        named = [truth for truth in reason.truths if isinstance(truth, Truth)]
        self._plain = [
            *dict.fromkeys([*named, *(each for each in filled if not each.mask & placed)])
        ]
        """The truths of cells and houses, and the truths that the cells of clues are filled."""

    def cases_of(self, contrary: Candidate, is_true: bool) -> Iterator[_Case]:
        """Yield the consequences of a candidate that is true or false, case by case."""
        number = number_of(contrary, self._layout)
        free = self._left & ~(self._weak[number] if is_true else 1 << number)
        yield from self._cases(in_words(contrary, is_true), free, (number,) if is_true else ())

    def _cases(self, supposed: Said, free: int, true: tuple[int, ...]) -> Iterator[_Case]:
        """Yield the consequences of assumptions, then the cases of a choice.

        `free`: the candidates that can still be true; `true`: the true candidates, in order.
        """
        told: list[Said] = []
        links: list[Link] = []
        while event := self._next(free, true):
            told.append(event.told(self._layout))
            links += self._links(event, free, true)
            if event.is_end:
                yield _Case(supposed, _in_order(told), tuple(links))
                return
            free &= ~event.gone
            if event.true:
                number = event.true.bit_length() - 1
                true = (*true, number)
                free &= ~self._weak[number]
        choices = [(truth, truth.mask & free) for truth in self._unmet(true) if truth.mask & free]
        truth, mask = min(choices, key=lambda each: each[1].bit_count())
        options = candidates(mask, self._layout)
        told.append(truth.choice(options))
        yield _Case(supposed, _in_order(told, is_choice=True), tuple(links))
        for option in options:
            number = number_of(option, self._layout)
            more = say("{supposed} and {option}", supposed=supposed, option=in_words(option))
            yield from self._cases(more, free & ~self._weak[number], (*true, number))

    def _unmet(self, true: Iterable[int]) -> Iterator[Truth]:
        met = mask_of(true)
        return (truth for truth in self._plain if not truth.mask & met)

    def _next(self, free: int, true: Sequence[int]) -> _Event | None:
        """Return the next consequence; None if each truth has a choice."""
        single = None
        for truth in self._unmet(true):
            left = truth.mask & free
            if not left & left - 1:
                event = _Event(truth, left, truth.mask & self._left & ~left, not left)
                if event.is_end:
                    return event
                single = single or event
        return single or next(self._of_clues(free), None)

    def _of_clues(self, free: int) -> Iterator[_Event]:
        """Yield the candidates that clues exclude, or a clue that cannot hold."""
        for truth in self._clues:
            assert truth.part.fillings is not None
            cells = truth.part.cells
            held = held_in(cells, free, self._layout)
            kept = truth.part.fillings.supported(held)
            if kept != held:
                gone = sum(
                    1 << index * len(self._layout.cells) + cell
                    for cell, before, after in zip(cells, held, kept or held)
                    for index in bits(before & ~after)
                )
                yield _Event(truth, 0, gone, not kept)

    def _links(self, event: _Event, free: int, true: Sequence[int]) -> Iterator[Link]:
        """Yield the links to an event: true candidates exclude false ones, so the event follows."""
        lost = event.truth.mask & self._left & ~free & ~event.true
        gone: Candidates = ()
        for number in true:
            if excluded := tuple(candidates(lost & self._weak[number], self._layout)):
                yield Link((candidate(number, self._layout),), excluded, False)
                lost &= ~self._weak[number]
                gone += excluded
        if gone and event.true:
            yield Link(gone, tuple(candidates(event.true, self._layout)), True)


def _in_order(told: Sequence[Said], is_choice: bool = False) -> Said:
    """Return events in words, with a contradiction or a choice at the end."""
    *before, last = told
    if not before:
        return last
    return say(
        "{before:; |};| so {last}" if is_choice else "{before:; |};| then {last}",
        before=before,
        last=last,
    )


WHY = Author("smallest_reason", "Smallest Reason")
"""The author of steps that `why` finds."""


@dataclass(frozen=True, repr=False)
class Why:
    """Why a conclusion is true: the fewest truths from which it follows; or why it is not.

    It prints itself, and notebooks show it as a picture.
    """

    conclusion: str
    """The conclusion in question, in notation; empty if nothing follows on the board."""
    puzzle: Grid
    step: BoardStep | None = None
    """The truths and their consequences as a step; None if the conclusion does not follow."""
    truths: tuple[AnyTruth, ...] = ()
    is_smallest: bool = True
    """Whether no fewer truths are enough; otherwise there may be a smaller reason."""
    counter_board: Grid | None = None
    """A full board on which the conclusion is false, if it does not follow."""

    @property
    def denied(self) -> list[Candidate]:
        """What is on the counter board in the cells of which the conclusion is false."""
        if self.counter_board is None:
            return []
        digits = self.counter_board.digits
        placed, eliminated = effects_in(self.conclusion, self.puzzle.layout)
        false = [cell for cell, digit in placed if digits[cell] != digit]
        false += [cell for cell, digit in eliminated if digits[cell] == digit]
        return [Candidate(cell, digits[cell]) for cell in false]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as data for JSON, without its board."""
        return {
            "conclusion": self.conclusion,
            "follows": self.step is not None,
            "is_smallest": self.is_smallest,
            "truths": [self._truth_record(truth) for truth in self.truths],
            "step": self.step and step_event_record(self.step.event),
            "counter_board": self.counter_board and self.counter_board.line,
        }

    def _truth_record(self, truth: AnyTruth) -> dict[str, Any]:
        named: dict[str, Any]
        if isinstance(truth, ClueTruth):
            named = {"clue": str(truth.clue)}
        elif truth.house is None:
            named = {"cell": str(truth.cell)}
        else:
            named = {"house": str(truth.house), "digit": truth.digit}
        left = candidate_texts(self._left(truth), ":", self.puzzle.layout)
        return {"text": str(truth), **named, "candidates": left}

    def _left(self, truth: AnyTruth) -> list[Candidate]:
        return candidates(truth.mask & left_on(self.puzzle)[0], self.puzzle.layout)

    def events(self) -> Iterator[Event]:
        """Yield the answer as a run: of one step, without many cases, or to the counter board."""
        yield Started(self.puzzle)
        steps, grid = 0, self.counter_board or self.puzzle
        if self.step is not None:
            event, step = self.step.event, self.step.step
            if has_many_cases(step):
                event = event._replace(step=step.replace(links=(), branches=()))
            yield event
            steps, grid = 1, self.step.after
        yield Ended("stopped", "strategies", grid, steps, {}, 0.0, self.lines()[0].rstrip(":"))

    def lines(self, is_whole: bool = True) -> list[str]:
        """Return the answer in words, a truth after two blanks; `is_whole`: with all its cases."""
        if self.step is None:
            if self.counter_board is None:
                if not self.puzzle.n_open:
                    return [tell("The board is full: there is nothing to explain.")]
                return [tell("Nothing more follows: each remaining candidate is in some solution.")]
            return [
                tell(
                    "{conclusion} does not follow: this full board obeys all rules, but {denied}.",
                    conclusion=self.conclusion,
                    denied=[*map(in_words, self.denied)],
                ),
                *str(self.counter_board).splitlines(),
            ]
        step = self.step.step
        argument = why_texts(step)
        if has_many_cases(step) and not is_whole:
            n_cases = len(step.branches)
            argument = [tell("The argument has {n:#} cases.", n=n_cases), *argument[n_cases:]]
        is_one, number = len(step.placements) + len(step.eliminations) == 1, len(self.truths)
        how = tell(", and from no fewer") if number > 1 else ""
        if not self.is_smallest:
            how = tell(", a small reason; there may be a smaller one")
        truths = tell("1 truth" if number == 1 else "{n:#} truths", n=number)
        follows = tell(
            "{conclusion} follows from {truths}" if is_one else "{conclusion} follow from {truths}",
            conclusion=self.conclusion,
            truths=truths,
        )
        return [
            f"{follows}{how}:",
            *(f"  {self._told(truth)}" for truth in self.truths),
            *argument,
        ]

    def _told(self, truth: AnyTruth) -> str:
        if isinstance(truth, ClueTruth):
            return tell(truth.in_words)
        left = self._left(truth)
        choice = tell(
            "{places:or}",
            places=[each.digit if truth.house is None else str(each.cell) for each in left],
            place=truth.place,
        )
        return f"{tell(truth.in_words)}: {choice}"

    def __bool__(self) -> bool:
        return self.step is not None

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<Why {self.lines()[0].rstrip(':.')}>"

    def _repr_svg_(self) -> str:
        if self.step is not None:
            return self.step._repr_svg_()
        return (self.counter_board or self.puzzle)._repr_svg_()


def why(
    puzzle: Puzzle,
    conclusion: Candidate | str | None = None,
    *,
    layout: Layout | str | None = None,
    budget: int | None = None,
) -> Why:
    """Return the fewest truths from which a `conclusion` follows on `puzzle` as it stands.

    A truth is a simple fact: a cell has a digit, a house has a place for a digit, a clue holds.
    `conclusion`: a candidate to eliminate, or a text (``r5c4-2``, ``r1c1=7``); by default the
    simplest of all next steps. If it does not follow, the answer has a full board as proof.
    `budget`: the number of choices to try; if they are not enough, the answer is a small reason,
    not the smallest, and needs python-sat. `puzzle` and `layout` are as for `solve`. Raises
    PuzzleError for a board without a solution, and for a candidate that the board lacks.

    >>> print(why("12.. .... .... ....", "r2c3-4"))
    r2c3<>4 follows from 1 truth:
      row 1 has a 4: r1c3 or r1c4
    If r2c3 is 4: row 1 has no place left for 4; so r2c3 is not 4.
    """
    grid = grid_of(puzzle, layout)
    placed, eliminated = (
        effects_in(conclusion, grid.layout)
        if isinstance(conclusion, str)
        else ([], [] if conclusion is None else [conclusion])
    )
    return reasoned(grid, placed, eliminated, budget)


def reasoned(
    grid: Grid,
    placements: Iterable[Candidate] = (),
    eliminations: Iterable[Candidate] = (),
    budget: int | None = None,
) -> Why:
    """Return why these conclusions are true or not; without conclusions, the simplest next step.

    Raises PuzzleError for a candidate that the board does not have, LayoutError for a cell.
    `budget` and other errors are as for `smallest_reason`.
    """
    placed = tuple([_checked_candidate(grid, each) for each in placements])
    eliminated = tuple([_checked_candidate(grid, each) for each in eliminations])
    tries = BUDGET if budget is None else budget
    found: Reason | Grid | None
    if placed or eliminated:
        found = smallest_reason(grid, placed, eliminated, tries)
    else:
        found = simplest_reason(grid, tries)
    if not isinstance(found, Reason):
        return Why(effect_text(placed, eliminated, grid.layout), grid, counter_board=found)
    step = step_of(found)
    text = effect_text(step.placements, step.eliminations, grid.layout)
    on_board = BoardStep(Stepped(1, WHY, step, grid.apply(step)), grid)
    return Why(text, grid, on_board, found.truths, found.is_smallest)


def _checked_candidate(grid: Grid, asked: Candidate) -> Candidate:
    """Return the candidate `asked` for, with a cell that knows its name."""
    cell, digit = asked
    if not 0 <= cell < len(grid.layout.cells):
        raise LayoutError(f"no cell {cell} on a {grid.layout} board")
    why = clash(grid, cell, digit)
    name, held, signs = grid.layout.cells[cell], grid.digits[cell], grid.layout.signs
    if held:
        raise PuzzleError(f"{name} holds {symbol(held, signs)} already: ask about an open cell")
    if digit not in grid.candidates(cell):
        why = f"ask about {listed(grid.candidates(cell), 'or', signs)}"
    if why:
        raise PuzzleError(f"{name} cannot be {symbol(digit, signs)} anyway: {why}")
    return Candidate(name, digit)
