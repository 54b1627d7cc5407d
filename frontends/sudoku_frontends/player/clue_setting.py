"""The editor's part for setting a puzzle: clues are drawn in, and digits become givens.

It knows no rule: it offers all that puzzles may name, and the rule book says what a clue lacks.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import dist
from typing import NamedTuple

from sudoku_engine.board.clue import Clue
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import tell, tell_name
from sudoku_engine.board.variants import RuleProtocol, known_rules, meaning
from sudoku_engine.board.words import capitalized, sentence
from sudoku_engine.errors import LayoutError, SudokuError
from sudoku_frontends.pictures.captions import choice_at
from sudoku_frontends.pictures.page_geometry import Frame, cell_at
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.player.background import Worker
from sudoku_frontends.player.editor_state import Draft, EditorPart, EditorState, Message
from sudoku_frontends.player.strategy_help import WAYS
from sudoku_frontends.player.view import Click, Drag

NEAR = 0.4
"""The greatest distance of the pointer from the middle of a cell, in parts of the cell's side.

So a diagonal line takes no cells beside it.
"""


class Choice(NamedTuple):
    """A line of the list: its words, their meaning, its action, and its clue."""

    line: str
    meaning: str
    act: Callable[[], object]
    clue: Clue | None = None


class ClueSetting(EditorPart):
    """Lists rules and clues, and draws the clue of a rule cell by cell.

    `do` carries out a change of the session's board, so that it can be undone.
    """

    def __init__(
        self, state: EditorState, worker: Worker, do: Callable[[Callable[[], None]], None]
    ) -> None:
        super().__init__(state, worker)
        self._do = do
        self._choices: list[Choice] = []
        self._place = 0
        self._typed = ""
        """The first letters of the line that was chosen by them."""
        self._list: Message | None = None

    @property
    def is_listing(self) -> bool:
        """Whether the list is open; it goes with the next action that is not about it."""
        return self._list is not None and self._state.message is self._list

    @property
    def is_on(self) -> bool:
        """Whether keys and clicks are about clues."""
        return self.is_listing or self._state.draft is not None

    def set_up(self) -> None:
        """Show the list of things to set, unless the board is an exercise."""
        if self._state.task:
            self._state.message = Message("Not in practice", "The board is part of the exercise.")
            return
        self._state.draft = None
        self._choices = [*self._changes_of_digits(), *self._removals(), *self._rules()]
        self._show(0)

    def _changes_of_digits(self) -> list[Choice]:
        grid, session = self._session.grid, self._session
        placed = session.layout.all_cells & ~(grid.boards[0] | grid.given)
        to_given = Choice(
            "Digits become givens",
            "All digits on the board are part of the puzzle.",
            lambda: self._change(lambda: session.give(True)),
        )
        to_placed = Choice(
            "Givens become digits",
            "The givens can be changed, like your own digits.",
            lambda: self._change(lambda: session.give(False)),
        )
        return [to_given] * bool(placed) + [to_placed] * bool(grid.given)

    def _removals(self) -> list[Choice]:
        remove = self._session.remove_clue
        return [
            Choice(
                tell("Remove {clue}", clue=tell_name(str(clue))),
                "The clue is taken off the board.",
                partial(self._change, partial(remove, clue)),
                clue,
            )
            for clue in self._session.layout.clues
        ]

    def _rules(self) -> list[Choice]:
        rules = sorted(known_rules().values(), key=lambda rule: tell(rule.name).lower())
        return [
            Choice(
                tell("{rule} (whole board)" if rule.is_everywhere else "{rule}", rule=rule.name),
                meaning(rule),
                partial(self._choose, rule),
            )
            for rule in rules
        ]

    def _show(self, place: int) -> None:
        """Show the list with the line at `place`, or the nearest one."""
        self._place = place = min(max(place, 0), len(self._choices) - 1)
        self._typed = ""
        chosen = self._choices[place]
        scene = Scene(
            self._session.grid,
            title=tell(chosen.line),
            reason=tell(chosen.meaning),
            draft=chosen.clue,
            choices=tuple(tell(choice.line) for choice in self._choices),
            chosen=place,
        )
        status = tell(
            "↑ ↓ or its first letters: choose · Enter, or a second click: take it · Esc closes"
        )
        self._state.message = self._list = Message(status=status, scene=scene)

    def _take(self) -> None:
        self._state.forget()
        self._choices[self._place].act()

    def _choose(self, rule: RuleProtocol) -> None:
        """Set a rule for the whole board; begin to draw a clue of any other."""
        if rule.is_everywhere:
            self._change(lambda: self._session.set_clue(rule.id))
        else:
            self._state.deselect()
            self._state.draft = Draft(rule, meaning(rule))

    def press(self, key: str) -> bool:
        """Do what `key` means here; return False if it means nothing."""
        if self.is_listing:
            return self._press_in_list(key)
        return self._state.draft is not None and self._press_in_draft(self._state.draft, key)

    def _press_in_list(self, key: str) -> bool:
        last = len(self._choices) - 1
        if key in WAYS:
            self._show(self._place + WAYS[key])
        elif key in ("Home", "End"):
            self._show(0 if key == "Home" else last)
        elif key in ("Return", "space"):
            self._take()
        elif key in ("Escape", "F9"):
            self._state.forget()
        elif len(key) == 1 and key.isalpha():
            self._seek(key.lower())
        else:
            return False
        return True

    def _seek(self, letter: str) -> None:
        """Choose the line that begins with the letters typed so far, else the next by `letter`."""
        lines = [tell(choice.line).lower() for choice in self._choices]
        typed = self._typed + letter
        if not any(line.startswith(typed) for line in lines):
            typed = letter
        first = self._place + (typed == letter)
        order = [*range(first, len(lines)), *range(first)]
        self._show(next((at for at in order if lines[at].startswith(typed)), self._place))
        self._typed = typed

    def _press_in_draft(self, draft: Draft, key: str) -> bool:
        if key == "Return":
            self._set(draft)
        elif key == "space":
            self._mark(draft, self._state.cell)
        elif key == "BackSpace" and draft.text:
            self._put(replace(draft, text=draft.text[:-1]))
        elif key == "BackSpace":
            self._put(replace(draft, cells=draft.cells[:-1]))
        elif key == "Escape":
            self._put(replace(draft, cells=(), text="") if draft.cells or draft.text else None)
        elif len(key) == 1 and (key.isalnum() or key == "-"):
            self._put(replace(draft, text=draft.text + key))
        else:
            return False
        return True

    def click(self, click: Click, cell: int | None, size: tuple[int, int]) -> None:
        """Choose the line or mark the cell at a click."""
        draft = self._state.draft
        if self.is_listing and (message := self._list) and message.scene:
            place = choice_at(message.scene, *size, click.x, click.y)
            if place is None:
                self._state.forget()
            elif place == self._place:
                self._take()
            else:
                self._show(place)
        elif draft and click.button != 1:
            self._set(draft)
        elif draft:
            self._mark(draft, cell)

    def drag(self, drag: Drag, frame: Frame) -> None:
        """Mark the cell to which the pointer was drawn, unless it only touches a corner of it."""
        draft, cell = self._state.draft, cell_at(frame, drag.x, drag.y)
        if draft is None or cell is None or cell in draft.cells:
            return
        if dist(frame.centre(cell), (drag.x, drag.y)) < NEAR * frame.cell:
            self._mark(draft, cell)

    def _mark(self, draft: Draft, cell: int | None) -> None:
        """Add `cell` to the clue; take it out if it is an earlier one."""
        cells = draft.cells
        if cell in cells[:-1]:
            self._put(replace(draft, cells=tuple(each for each in cells if each != cell)))
        elif cell is not None and cell not in cells:
            self._put(replace(draft, cells=(*cells, self._session.layout.cells[cell])))

    def _put(self, draft: Draft | None) -> None:
        self._state.forget()
        self._state.draft = draft

    def _set(self, draft: Draft) -> None:
        """Set the clue that is drawn, and begin another one of the same rule."""
        if not draft.cells:
            self._state.message = Message(tell(draft.rule.name), "First mark its cells.")
            return
        layout = self._session.layout
        cells = to_the_edge(draft.cells, layout) if draft.rule.draws == "outside" else draft.cells
        if self._change(lambda: self._session.set_clue(draft.rule.id, cells, draft.value)):
            self._state.draft = replace(draft, cells=(), text="")

    def _change(self, action: Callable[[], None]) -> bool:
        """Change the puzzle, and count its solutions; return False if it cannot be."""
        try:
            self._do(action)
        except SudokuError as error:
            what = error.what if isinstance(error, LayoutError) else str(error)
            self._state.message = Message("Not set", sentence(what))
            return False
        changed = Message(capitalized(self._session.moment.note), "Counting the solutions…")
        self._state.message = changed

        def show(text: str) -> None:
            if self._state.message is changed:
                self._state.message = replace(changed, reason=text)

        self._worker.request(self._session.counting(), show, gives_way=True)
        return True


def to_the_edge(cells: tuple[int, ...], layout: Layout) -> tuple[int, ...]:
    """Return the whole line that begins with the first two `cells`; these alone if none does.

    >>> to_the_edge((1, 6), Layout.named("4x4"))
    (1, 6, 11)
    """
    n = layout.n
    (row, column), (below, beside) = (divmod(cell, n) for cell in (*cells, *cells)[:2])
    down, right = below - row, beside - column
    if max(abs(down), abs(right)) != 1:
        return cells
    line = []
    while 0 <= row < n and 0 <= column < n:
        line.append(row * n + column)
        row, column = row + down, column + right
    return tuple(line) if set(cells) <= set(line) else cells
