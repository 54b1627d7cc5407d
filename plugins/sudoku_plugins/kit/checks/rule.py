"""The checks for rules: their answers for clues on small boards, and the engine's use of them.

Clues come in the order of their size, and so do the fillings of a clue, so the first fault is the
smallest.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, islice, product
from types import SimpleNamespace
from typing import Any

from sudoku_engine import GaveUp, Grid, Layout, SudokuError, listed
from sudoku_engine.api.record import grid_of, grid_record
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.clue import Clue, Part, Value, obeys
from sudoku_engine.board.notation import cells_in
from sudoku_engine.board.variants import rule_book, rule_id
from sudoku_engine.board.words import counted
from sudoku_engine.errors import near_name
from sudoku_engine.formats import write
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.search import solutions
from sudoku_frontends.pictures.clue_words import COLOURED, LONGEST_TEXT, SHAPES
from sudoku_plugins.kit.advice import rule_advice as advice
from sudoku_plugins.kit.checks import RAISES, Subject, has_docstring, is_named, prints_nothing
from sudoku_plugins.kit.findings import Finding, NotChecked, NotNeeded, check
from sudoku_plugins.kit.guest_calls import (
    FORGED,
    MOST_ASKED,
    NO,
    ODD,
    UNASKED,
    YES,
    Digits,
    Look,
    Said,
    Traits,
    look,
    seconds,
    traits,
)
from sudoku_plugins.kit.plugin_calls import Unusable, part_done, raised_words

SMALL = (
    *("r1c1", "r1c12", "r1c1,r3c2", "r1c123", "r2c2,r2c3,r3c3"),
    *("r1c1234", "r12c12", "r2c1,r2c2,r3c2,r3c3"),
)
"""Cells of clues on a 4x4 board: in a line, in a box, and some that do not see each other."""

LARGE = ("r4c45", "r3c3,r3c4,r4c4")
"""Cells of clues on a 9x9 board, where some rules allow their first fillings."""

LINES = ("r1c1,r2c2,r3c3,r4c4,r5c5", "r1c123456789", "r123c123")
"""Cells of large clues, for rules that allow nothing in small ones."""

SMALLEST = 4  # the number of rows of a board that can be filled in few ways
NOTHING_FITS = "no digits fit it"  # why there is no clue whose rule refuses all its fillings
USUAL = 9  # the number of rows of the usual board
MOST_LOOKING = 1.5  # the seconds of the processor after which no more clues are looked at

VALUES: tuple[Value, ...] = (None, *range(13), 15, 123)
"""The values that clues have, if a rule takes values; with the texts that its code knows."""

MOST_SECONDS = 1.0  # the most seconds that people should wait for the table of a clue
PATIENT = 0.1  # the seconds after which no larger clue is tried
FEW = 5  # the most cells whose digits are named in words
COUNT_AS_WORDS = ("0", "1")  # the numbers that Python takes for False and True


class RuleSubject(Subject):
    """A rule that is being checked."""

    patience = 0.25
    lone_failures: Sequence[Look] = ()  # clues at which it fails that hardly anybody sets
    evidence: Sequence[str] = ()

    @cached_property
    def traits(self) -> Traits:
        """The attributes of the rule."""
        try:
            return Traits(*self.caller.result(traits))
        except (TypeError, ValueError):
            raise self._forged() from None

    @cached_property
    def looks(self) -> list[Look]:
        """The results for each of its clues, small ones first, without `lone_failures`."""
        given, looks = self._clues(), []
        for about, found in zip(given, self.caller.results(look, given)):
            looks.append(self._look(about, found))
            if self.caller.seconds > MOST_LOOKING:
                self.evidence = [part_done(len(looks), len(given), "clue")]
                break
        self.boards = len(looks)
        failures = [each for each in looks if each.failure]
        # Rarely set are clues with one cell, and those of another board than the usual one.
        are_rare = all(len(of.cells) < 2 and (of.cells or of.layout.n < USUAL) for of in failures)
        if are_rare and len(failures) < len(looks):
            self.lone_failures = failures
            looks = [each for each in looks if not each.failure]
        if not any(each.is_good or each.failure or each.has_odd for each in looks):
            looks += self._large_looks()
        self.fired = sum(each.is_good for each in looks)
        return looks

    def _large_looks(self) -> list[Look]:
        """Return a look at the first possible clue of many cells, if there is one."""
        if self.component.is_everywhere:
            return []
        large = self._clues_on(Layout.named("9x9"), LINES)
        tried = (self._look(about, self.caller.result(look, *about)) for about in large)
        return [*islice((each for each in tried if each.is_good), 1)]

    def _clues(self) -> list[tuple[Layout, Digits, Value]]:
        small, large = (Layout.named(size) for size in ("4x4", "9x9"))
        if self.component.is_everywhere:
            return [(each, (), None) for each in (small, Layout.named("6x6"), large)]
        first = 1 if self.traits.form == "pair" else 0  # one cell has no pair
        return [*self._clues_on(small, SMALL[first:]), *self._clues_on(large, LARGE)]

    def _clues_on(
        self, layout: Layout, places: Iterable[str]
    ) -> Iterator[tuple[Layout, Digits, Value]]:
        """Yield the clues at these `places`, with each value that they may have."""
        texts = advice.texts_known(self.component)
        values = [*VALUES, *texts] if self.traits.takes_value else [None]
        for text, value in product(places, values):
            yield layout, tuple(map(int, cells_in(text, layout))), value

    def _look(self, about: tuple[Layout, Digits, Value], found: Any) -> Look:
        """Return the look that a call has `found`; it is a claim."""
        from sudoku_plugins.variants.rule_book import is_on  # few components are rules

        try:
            demanded, is_same, said, at, failure = found
            parts = demanded if type(demanded) is tuple else ()
            fits = type(demanded) in (tuple, str, Failure) and all(
                is_on(about[0], part) for part in parts
            )
            every = tuple(Said(*each) for each in said)
            fits &= all(
                len(each.answers) == len(each.again) == about[0].n ** len(each.cells)
                for each in every
            )
        except (TypeError, ValueError):
            fits = False
        if not fits:
            raise self._forged()
        return Look(*about, demanded, is_same is True, every, tuple(at), failure)

    def _forged(self) -> Unusable:
        return Unusable(FORGED, None, self.component.line)

    @property
    def good(self) -> Iterator[Look]:
        """The clues that are possible on a board."""
        return (each for each in self.looks if each.is_good)

    def clue(self, of: Look) -> Clue:
        """Return the clue that was looked at."""
        cells = tuple(of.layout.cells[cell] for cell in of.cells)
        return Clue(rule_id(self.component.id), cells, of.value, of.parts, self.component.draws)

    def open_board(self, of: Look) -> Grid:
        """Return an empty board with the clue that was looked at."""
        return Grid(of.layout.with_clues([self.clue(of)]), [0] * len(of.layout.cells))

    def finding(
        self, of: Look, why: str, cells: Digits = (), filling: Digits = (), **more: Any
    ) -> Finding:
        """Return the finding about a clue whose `cells` hold a `filling`."""
        clue, layout = self.clue(of), of.layout
        more.setdefault("line", self.component.line)
        if not filling:
            return Finding(f"{why} (clue: {clue})", **more)
        digits = [0] * len(layout.cells)
        for cell, digit in zip(cells, filling):
            digits[cell] = digit
        board = Grid(layout.with_clues([clue]) if clue.parts else layout, digits)
        held = in_words(layout, cells, filling) if len(cells) <= FEW else "this board"
        return Finding(f"{why}, for {held} (clue: {clue})", board, **more)

    def fillings(self, of: Look) -> Iterator[tuple[Said, Digits, int]]:
        """Yield all answers about a clue: the cells, the filling, and its place."""
        for said in of.said:
            order = product(range(1, of.layout.n + 1), repeat=len(said.cells))
            for place, filling in enumerate(order):
                yield said, filling, place


def in_words(layout: Layout, cells: Digits, filling: Digits) -> str:
    """Return the digits of the `cells` in words.

    >>> in_words(Layout.named("4x4"), (0, 1), (3, 2))
    '3 in r1c1 and 2 in r1c2'
    """
    return listed([f"{digit} in {layout.cells[cell]}" for cell, digit in zip(cells, filling)])


@check("answers", "it goes wrong when it is asked about a clue")
def answers(subject: RuleSubject) -> Finding | None:
    """It has an answer for every filling of a clue."""
    for each in (*subject.looks, *subject.lone_failures):
        if failure := each.failure:
            known = advice.on_error(subject.component, failure, each.at[1])
            cells, filling = each.at if each.raised else ((), ())
            return subject.finding(
                each,
                raised_words(failure.error, failure.why),
                cells,
                filling,
                line=failure.line or subject.component.line,
                error=failure.error,
                advice=known,
                about=RAISES,
                is_must=each not in subject.lone_failures,
            )
    return None


@check("yes_or_no", "its answer is neither True nor False")
def says_yes_or_no(subject: RuleSubject) -> Finding | None:
    """Its answers are True and False."""
    found = [
        (each, said.cells, filling, answer)
        for each in subject.looks
        for said in each.said
        for filling, answer in said.odd.items()
    ]
    if not found:
        return None
    worst = next((some for some in found if some[-1] not in COUNT_AS_WORDS), found[0])
    each, cells, filling, answer = worst
    return subject.finding(
        *(each, f"it returns {answer} and not True or False", cells, filling),
        advice=advice.on_answer(subject.component, answer),
        is_must=answer not in COUNT_AS_WORDS,
    )


@check("same_twice", "it answers differently when it is asked again")
def same_twice(subject: RuleSubject) -> Finding | None:
    """It answers the same when it is asked again."""
    known = advice.on_changes(subject.component)
    for each in subject.looks:
        for said, filling, place in subject.fillings(each):
            if said.answers[place] != said.again[place]:
                why = "it answers differently when it is asked again"
                return subject.finding(each, why, said.cells, filling, advice=known)
        if not each.again:
            return subject.finding(each, "it answers differently when asked again", advice=known)
    return None


@check("allows", "it allows nothing")
def allows_something(subject: RuleSubject) -> Finding | None:
    """It allows some fillings."""
    _needs_answers(subject)
    if any(subject.good):
        return None
    whys = [each.demanded for each in subject.looks if isinstance(each.demanded, str)]
    told = next((why for why in whys if why != NOTHING_FITS), "")
    why = "no clue of it is possible: whatever the digits are, it returns False"
    if told and not any(each.said for each in subject.looks):
        why = f"no clue of it is possible: {told}"
    first = next((each for each in subject.looks if each.said), subject.looks[0])
    return subject.finding(first, why, advice=advice.on_nothing(subject.component))


def _needs_answers(subject: RuleSubject) -> None:
    for each in subject.looks:
        if each.failure:
            raise NotChecked("it does not answer for every clue")
        for said in each.said:
            if ODD in said.answers or said.answers != said.again:
                raise NotChecked("its answers are not clear")


@check("refuses", "it refuses nothing")
def refuses_something(subject: RuleSubject) -> Finding | None:
    """It refuses some fillings."""
    if subject.traits.is_distinct or not subject.traits.form:
        return None
    every = {letter for each in subject.looks for said in each.said for letter in said.answers}
    _needs_answers(subject)
    if NO in every or not every:
        return None
    first = next(each for each in subject.looks if each.said)
    is_of_order = any(said.reordered for said in first.said) or not subject.traits.is_ordered
    known = advice.ON_ORDER if is_of_order else advice.on_everything(subject.component)
    why = "it refuses nothing: whatever the digits are, its answer counts as yes"
    return subject.finding(first, why, advice=known)


@check("obeyed", "no full board obeys it")
def some_board_obeys(subject: RuleSubject) -> Finding | None:
    """Some full board obeys it."""
    _needs_answers(subject)
    is_everywhere = subject.component.is_everywhere
    looks = subject.looks[::-1] if is_everywhere else [*subject.good]  # the usual board first
    for most in MOST_TRIED:
        refuted: list[Look] = []
        for each in looks:
            known = _is_obeyed(subject, each, most)
            is_usual_refuted = is_everywhere and refuted[:1] == looks[:1]
            if known and not is_usual_refuted:
                return None
            refuted += [each] if known is False else []
        if refuted and (refuted[0] is looks[0] if is_everywhere else refuted == looks):
            return _unobeyed(subject, refuted[::-1] if is_everywhere else refuted)
    raise NotNeeded("a search finds no full board that obeys it, and does not end")


MOST_TRIED = 200, 4000  # the boards that a search visits for one that obeys a rule


def _is_obeyed(subject: RuleSubject, of: Look, most: int) -> bool | None:
    if not of.is_good:
        return False
    try:
        return any(True for _ in solutions(subject.open_board(of), most))
    except GaveUp:
        return None


def _unobeyed(subject: RuleSubject, refuted: Sequence[Look]) -> Finding:
    """Return the finding that no board obeys the clues, with a house that shows it, if easy."""
    ours = [each for each in subject.kit.ours if each.id == "clue" or each.level == LEVELS[0]]
    ours.sort(key=lambda each: each.id != "clue")
    for each in (each for each in refuted if each.is_good):
        grid, advised = subject.open_board(each), advice.on_no_board(each.layout)
        while (dead_end := grid.contradiction()) is None:
            steps = (step for one in ours for step in one.call(grid) or ())
            if (step := next(steps, None)) is None:
                break
            grid = grid.apply(step)
        else:
            why = f"on a {each.layout} board it leaves no way: {dead_end}"
            finding = subject.finding(each, why, advice=advised)
            return replace(finding, board=grid) if each.layout.n < USUAL else finding
    sizes = listed(dict.fromkeys(str(each.layout) for each in refuted), "or")
    why = f"a search through all {sizes} boards finds none"
    return subject.finding(refuted[0], why, advice=advice.on_no_board(refuted[0].layout))


@check("order", "the order of the digits counts, but it says ordered=False")
def order_is_right(subject: RuleSubject) -> Finding | None:
    """It is right about whether the order of the digits counts."""
    if subject.traits.is_ordered:
        return None
    for each in subject.looks:
        for said in each.said:
            if said.reordered is not None:
                one, other = said.reordered
                words = [", ".join(map(str, digits)) for digits in said.reordered]
                why = (
                    f"it says ordered=False, but answers differently for {words[0]} and {words[1]}"
                )
                known, is_must = advice.on_order(subject.component, subject.traits.form, one, other)
                return subject.finding(each, why, said.cells, one, advice=known, is_must=is_must)
    return None


@check("every_digit", "some of its digits never count")
def every_digit_counts(subject: RuleSubject) -> Finding | None:
    """Every digit of a clue counts."""
    _needs_answers(subject)
    if subject.traits.has_lists or not subject.traits.form:
        return None  # how they are made decides
    adds = advice.adds_up(subject.component)
    if found := _off_by(subject):
        each, said, filling, off = found
        more = "more" if off > 0 else "less"
        why = f"it expects digits that add up to {abs(off)} {more} than the value"
        known = "is it off by one? A sum begins with 0"
        return subject.finding(each, why, said.cells, filling, advice=known)
    if idle := _without_effect(subject):
        return idle
    lines = [
        (each, said)
        for each in subject.looks
        for said in each.said
        if len(said.cells) > 2 and {YES, NO} <= {*said.answers}
    ]
    never = [end for end in (0, -1) if lines and not any(_counts(*each, end) for each in lines)]
    if not never or (len(never) == 2 and adds):
        return None
    each, said = lines[0]
    place = said.answers.index(YES)
    filling = next(some for some_said, some, at in subject.fillings(each) if at == place)
    which = "first" if never[0] == 0 else "last"
    known, is_sure = advice.on_idle_digit(subject.component, which)
    return subject.finding(
        *(each, f"whatever the {which} digit is, its answer stays the same", said.cells, filling),
        advice=known,
        is_must=adds or is_sure,
    )


def _without_effect(subject: RuleSubject) -> Finding | None:
    every = [(each, {*said.answers} - {UNASKED}) for each in subject.looks for said in each.said]
    allowing = next((each for each, answers in every if YES in answers), None)
    if allowing is None:
        return None
    are_mixed = any(NO in answers for _, answers in every)
    if are_mixed and not any({YES, NO} <= answers for _, answers in every):
        why = "whatever the digits are, its answer stays the same"
        return subject.finding(allowing, why, advice="let the condition ask about the digits")
    by_value: dict[tuple[Layout, Digits], set[tuple[str, ...]]] = {}
    for each in subject.looks:
        if each.said:
            answers = tuple(said.answers for said in each.said)
            by_value.setdefault((each.layout, each.cells), set()).add(answers)
    values = {each.value for each in subject.looks if each.said}
    if len(values) > 1 and all(len(answers) == 1 for answers in by_value.values()):
        why = "whatever its value is, its answer stays the same"
        known = "compare with value, or leave the parameter out"
        return subject.finding(allowing, why, advice=known)
    return None


def _counts(of: Look, said: Said, end: int) -> bool:
    """Return whether an answer ever depends on the digit at one `end` of the cells."""
    n, size = of.layout.n, len(said.cells)
    apart = n ** (size - 1) if end == 0 else 1  # places of fillings that differ in this digit alone
    known: dict[int, str] = {}
    for place, answer in enumerate(said.answers):
        rest = place - place // apart % n * apart
        if answer != UNASKED and known.setdefault(rest, answer) != answer:
            return True
    return False


def _off_by(subject: RuleSubject) -> tuple[Look, Said, Digits, int] | None:
    found = [
        (each, said, filling, sum(filling) - each.value)
        for each in subject.looks
        if type(each.value) is int
        for said, filling, place in subject.fillings(each)
        if said.answers[place] == YES
    ]
    is_always = len({each.value for each, *_ in found}) > 2 and len({off for *_, off in found}) == 1
    return found[0] if is_always and found[0][-1] else None


def _meet(layout: Layout, cells: Digits, filling: Digits) -> bool:
    """Return whether cells that see each other would hold the same digit."""
    pairs = combinations(zip(cells, filling), 2)
    return any(
        digit == other and layout.peer_masks[cell] >> at & 1 for (cell, digit), (at, other) in pairs
    )


@check("written", "its clues change when they are written and read")
def survives_writing(subject: RuleSubject) -> Finding | None:
    """Its clues are the same after they were written as text or JSON, and read."""
    for each in _few(subject):
        grid = subject.open_board(each)
        layout = grid.layout
        book = _as_in_book(subject.component, each)
        try:
            rule_book().add(book)
            read = [Grid.parse(write(grid)), grid_of(grid_record(grid))]
        except SudokuError as error:
            known = advice.on_name(subject.component)
            why = f"its clue cannot be read as it is written: {error.what}"
            return subject.finding(each, why, advice=known)
        finally:
            rule_book().remove(book)
        for other in read:
            if other.layout.clues != layout.clues:
                known = advice.on_name(subject.component)
                return subject.finding(each, "its clue is read as another one", advice=known)
    return None


def _as_in_book(rule: Component, known: Look) -> Any:
    """Return the `rule` as the rule book has it, with the demands that are known."""
    names = ("id", "name", "draws", "is_everywhere")
    return SimpleNamespace(
        **{name: getattr(rule, name) for name in names},
        demands=lambda *about: known.demanded,
        places=lambda *about: None,
    )


def _few(subject: RuleSubject) -> list[Look]:
    kinds = {(len(each.cells), type(each.value)): each for each in reversed([*subject.good])}
    if not kinds:
        raise NotChecked("there is no clue of it on these boards")
    return sorted(kinds.values(), key=lambda each: (each.layout.n, len(each.cells)))


@check("drawn", "its clues are not drawn")
def is_drawn(subject: RuleSubject) -> Finding | None:
    """Its clues are drawn."""
    from sudoku_frontends.pictures.image_files import board_svg  # it takes a while to load

    shape = subject.component.draws
    shapes = *SHAPES, *COLOURED
    known = shape is None or shape in shapes or len(shape) <= LONGEST_TEXT
    for each in _few(subject):
        board_svg(subject.open_board(each))
    if not known:
        near = near_name(str(shape), shapes)
        why = f"draws={shape!r} is not a shape, so its clues are written below the board"
        return Finding(why, line=subject.component.line, is_must=False, advice=near)
    return None


@check("quick", "its tables take long", is_must=False)
def is_quick(subject: RuleSubject) -> Finding | None:
    """Its tables are made quickly."""
    if subject.component.is_everywhere:
        return None
    layout = Layout.named("9x9")
    # Down a column, and on in the next one: a line as a person draws it.
    line = [layout.cells[row * 9 + column] for column in (0, 1) for row in range(9)]
    value = next((each.value for each in subject.good if len(each.cells) > 2), None)
    most, spent, is_refused = 0, 0.0, False
    for size in range(2, 10):
        why, spent = subject.caller.result(seconds, layout, tuple(map(int, line[:size])), value)
        if isinstance(why, Failure):
            raise NotChecked("it raises an error")
        if is_refused := "too many" in why:
            break
        most = size
        if spent > PATIENT:
            break
    if spent > MOST_SECONDS:
        why = f"the table of a clue of {most} cells takes {spent:.1f} s"
        return Finding(
            why,
            line=subject.component.line,
            advice=advice.on_slowness(subject.traits.form, subject.traits.is_ordered),
        )
    return Finding(f"clues of {counted(most, 'cell')} work", ok=True) if is_refused else None


@check("same_rule", "it is not the rule that it is compared with")
def is_the_rule(subject: RuleSubject) -> Finding | None:
    """It is the rule that it is compared with."""
    wanted = subject.kit.against
    if wanted is None or wanted.kind != "rule":
        raise NotNeeded("it is compared with no rule")
    _needs_answers(subject)
    is_asked = False
    for each in subject.looks:
        demanded = wanted.call(each.layout, each.cells, each.value)
        if any(isinstance(one, str) and one != NOTHING_FITS for one in (demanded, each.demanded)):
            continue  # no such clue
        is_asked = True
        theirs = () if isinstance(demanded, str) else demanded
        for cells, filling in _ways_to_fill(each, theirs):
            held = dict(zip(cells, filling))
            allows = isinstance(demanded, tuple) and obeys(theirs, held)
            if (each.is_good and obeys(each.parts, held)) != allows:
                verbs = ("refuses", "allows") if allows else ("allows", "refuses")
                why = f"it {verbs[0]} what {wanted.name} {verbs[1]}"
                return subject.finding(each, why, cells, filling)
    if not is_asked:
        why = f"{wanted.name} has other clues: with a value, or without"
        return subject.finding(subject.looks[0], why, advice="look at the parameters of the task")
    return None


def _ways_to_fill(of: Look, theirs: Sequence[Part]) -> Iterator[tuple[Digits, Digits]]:
    """Yield ways to fill the cells of a clue, or small boards if it is about other cells, too."""
    cells = {cell for part in (*of.parts, *theirs) for cell in part.cells} | {*of.cells}
    if cells == {*of.cells} and of.layout.n ** len(cells) <= MOST_ASKED:
        every = product(range(1, of.layout.n + 1), repeat=len(of.cells))
        free = (filling for filling in every if not _meet(of.layout, of.cells, filling))
        yield from ((of.cells, filling) for filling in free)
    elif of.layout.n == SMALLEST:
        empty = Grid(of.layout, [0] * len(of.layout.cells))
        yield from ((empty.layout.cells, full.digits) for full in solutions(empty))


RULE_CHECKS = (
    is_named,
    answers,
    says_yes_or_no,
    same_twice,
    allows_something,
    refuses_something,
    some_board_obeys,
    order_is_right,
    every_digit_counts,
    survives_writing,
    is_drawn,
    prints_nothing,
    is_quick,
    has_docstring,
)
