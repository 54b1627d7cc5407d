"""Boards to work on in the rooms of the site, which reach them here, not by `in_browser`.

A board has the controller that it has in a window. The page shows the words and the buttons itself,
and plays a proof as a film. What it needs to draw a change before Python answers is the `entry`:
digits, notes and colours as numbers. It keeps the entries to which undo, redo and savepoints lead,
for when it is opened again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from time import monotonic, sleep
from typing import Any

from sudoku_engine import Candidate, Engine, Grid, Layout, LoopSettings, generate
from sudoku_engine.api.event_text import step_text
from sudoku_engine.api.events import Event, Started, Stepped
from sudoku_engine.board.masks import bits
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import sentence
from sudoku_engine.errors import SudokuError
from sudoku_engine.formats import write, written
from sudoku_engine.solving.guard import givens_alone
from sudoku_frontends.film.document import film_document
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.print_sheet import Item, board_alone, sheet
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.editor import Editor, pad_of
from sudoku_frontends.player.editor_state import PAD_KEYS, UndoSteps
from sudoku_frontends.player.view import Input, PageView, Paste, input_of
from sudoku_frontends.site.in_browser import answer
from sudoku_frontends.site.pupil_file import BUDGET, OnProgress
from sudoku_plugins.course.boards import board_by_seed
from sudoku_plugins.course.exercises import Practice, PracticeSession, exercises_on
from sudoku_plugins.course.judging import PracticeBoard, Techniques
from sudoku_plugins.course.proving import (
    ProofExercise,
    ProofSession,
    Task,
    task_by_seed,
)
from sudoku_plugins.session.hand_moves import Moment, Notes, OwnMarks
from sudoku_plugins.session.workbench import Session

Shown = dict[str, Any]

MOMENT = 0.005
"""The seconds between two looks at work in a thread."""


class PageBoard:
    """A board of a page, with its `editor`."""

    def __init__(self, session: Session) -> None:
        self.view = PageView(session.layout)
        self.editor = Editor(session, has_window=False)
        self.editor.state.has_words = False

    def answer(self, given: Mapping[str, Any]) -> Shown:
        """Act on a request, and return the data for the page."""
        self.take(given)
        return self.shown()

    def take(self, given: Mapping[str, Any]) -> None:
        """Look as the page does, and act on its inputs."""
        self.view.fit(given["width"], self.editor.session.layout, has_words=False)
        self.editor.state.theme = theme_named(given["theme"])
        self.act(filter(None, map(input_of, given["inputs"])))

    def act(self, inputs: Iterable[Input]) -> None:
        """Act on `inputs` up to their end, and on work under way."""
        for now in ((), *([each] for each in inputs)):
            self.editor.tick(self.view, monotonic(), now)
            while self.editor.is_thinking:
                sleep(MOMENT)
                self.editor.tick(self.view, monotonic(), ())
            self.editor.tick(self.view, monotonic(), ())

    def shown(self) -> Shown:
        """Return what the page shows, for JSON."""
        state, view = self.editor.state, self.view
        copied, view.copied = view.copied, ""
        return {
            "picture": view.picture,
            "words": view.words_of_cells(),
            "title": view.scene.title,
            "reason": view.scene.told,
            "status": view.scene.status,
            "pad": [
                {
                    **each._asdict(),
                    "label": tell(each.label),
                    "key": PAD_KEYS.get(each.label, each.label),
                }
                for each in pad_of(state)
            ],
            "theme": state.theme.name,
            "copied": copied,
        }


class PlayBoard(PageBoard):
    """A board to play on, as the Board room has it."""

    def __init__(self, puzzle: str, kept: Mapping[str, Any] | None) -> None:
        """Begin with the one puzzle in the text `puzzle`, and its `kept` state.

        kept: the entries to which undo and redo lead, `stops`, each as far as it differs from the
        one before; the `place` of the present one; those of the `savepoints`; `hasCandidates`.
        Raises FormatError, and SudokuError if what was kept belongs to another puzzle.
        """
        self._engine = Engine()
        session = self._engine.session(settings=LoopSettings(mode="fixpoint"), has_notes=False)
        session.budget = BUDGET
        session.paste(puzzle)
        super().__init__(session)
        self.editor.state.selects = True
        grid = session.grid
        is_empty = not (any(grid.digits) or grid.layout.written_clues)
        self._fault = "" if is_empty or self._engine.verify(grid) else session.counting()()
        self._told: list[Moment] = []
        if kept is not None:
            self._resume(kept)

    def _resume(self, kept: Mapping[str, Any]) -> None:
        session, state = self.editor.session, self.editor.state
        puzzle = session.grid
        for entry in kept["savepoints"]:
            session.put(*_resumed(puzzle, entry), entry["note"])
            session.set_savepoint()
        session.go_to(0)
        entry = {}
        for position, change in enumerate(kept["stops"], 1):
            entry = {**entry, **change}
            session.put(*_resumed(puzzle, entry), entry["note"])
            if position == 1:
                state.undo_steps = UndoSteps(position)
            else:
                state.undo_steps.add(position - 1, position)
        session.go_to(1 + kept["place"])
        state.has_candidates = kept["hasCandidates"]

    def _history(self) -> Shown:
        """Return the new targets of undo, redo and savepoints for the page."""
        session, stops = self.editor.session, self.editor.state.undo_steps.stops
        moments = [session.moment_at(stop) for stop in stops]
        known = takewhile(lambda pair: pair[0] is pair[1], zip(self._told, moments))
        first = sum(1 for _ in known)
        self._told = moments
        return {
            "from": first,
            "stops": [_entry_at(moment) for moment in moments[first:]],
            "place": sum(stop <= session.position for stop in stops[1:]),
            "savepoints": [_entry_at(moment) for moment in session.savepoints],
        }

    def answer(self, given: Mapping[str, Any]) -> Shown:
        """Do the same, and answer the question of a request, if there is one."""
        self.take(given)
        return {**self.ask(given["asked"] or {}), **self.shown()}

    def ask(self, asked: Mapping[str, Any]) -> Shown:
        """Carry out a request beyond keys, and return the answer's parts besides the board."""
        match asked:
            case {"up_to": str(strategy)}:
                self.editor.solve(strategy)
            case {"choose": int(place)}:
                self.editor.choose(place)
            case {"rate": str(scale)}:
                return {"rated": str(self._engine.rating_on(scale)(self._puzzle).rating)}
            case {"film": str(title)}:
                return {"film": film_document([(title, self._engine.solve(self._puzzle).events)])}
            case {"sheet": str(title)}:
                solved = self._engine.solve(self._puzzle).grid
                item = Item(self._puzzle, solution=solved if solved.is_solved else None)
                return {"sheet": sheet([item], title=title, per_page=1, has_solutions=True)}
        self.act(())
        return {}

    @property
    def _puzzle(self) -> Grid:
        return givens_alone(self.editor.session.grid)

    def shown(self) -> Shown:
        """Return what the page shows, for JSON."""
        state, listed = self.editor.state, self.editor.message.listed
        frame = frame_of_scene(self.view.scene, *self.view.size)
        steps = [
            {
                "text": step_text(each.event),
                "kind": tell(each.event.strategy.name),
                "then": each.outlook,
            }
            for each in (listed.steps if listed else ())
        ]
        return {
            **super().shown(),
            "puzzle": _text_of(self._puzzle),
            "fault": self._fault,
            "entry": _entry_at(self.editor.session.moment),
            "history": self._history(),
            "hasCandidates": state.has_candidates,
            "selected": {"cells": state.cells, "cell": state.cell, "digit": state.digit},
            "mode": state.mode,
            "colour": state.colour,
            "switches": {
                "w": state.is_asking,
                "m": state.has_candidates,
                "F6": state.has_filter,
                "F10": state.tells_mistakes,
            },
            "isElsewhere": bool(
                state.is_asking or state.colour or listed or state.panel or state.prompt
            ),
            "isDrawing": state.draft is not None,
            "frame": {"x": frame.board.x, "y": frame.board.y, "cell": frame.cell},
            "strategies": [(each.id, tell(each.name)) for each in self.editor.session.strategies],
            "listed": {"steps": steps, "place": self.editor.message.place} if listed else None,
        }


def _entry_at(moment: Moment) -> Shown:
    """Return the entries on the board of `moment`, for JSON; masks have bit ``digit - 1``."""
    grid, own = moment.after, moment.own.on(moment.after)
    event = moment.event
    return {
        "note": tell(event.strategy.name) if isinstance(event, Stepped) else moment.note,
        "n": grid.layout.n,
        "isClassic": grid.layout.usual is Layout.named(),
        **({"signs": grid.layout.own_signs} if grid.layout.own_signs else {}),
        "digits": grid.digits,
        "given": [*bits(grid.given)],
        "masks": grid.masks,
        "hasOwnMasks": grid.has_own_marks,
        "notes": _by_cell(own.notes),
        "centres": _by_cell(own.centres),
        "shades": dict(own.shades),
        "colours": [[*each, colour] for each, colour in own.colours.items()],
    }


def _by_cell(notes: Notes) -> dict[int, int]:
    found: dict[int, int] = {}
    for cell, digit in notes:
        found[cell] = found.get(cell, 0) | 1 << digit - 1
    return found


def _notes(by_cell: Mapping[str, int]) -> Notes:
    return frozenset(
        Candidate(int(cell), bit + 1) for cell, mask in by_cell.items() for bit in bits(int(mask))
    )


def _resumed(puzzle: Grid, entry: Mapping[str, Any]) -> tuple[Grid, OwnMarks]:
    """Return the board of `puzzle` with the entries of `entry`, in the form of `_entry_at`.

    Raises SudokuError if it belongs to another puzzle: whoever is at the page can change it.
    """
    digits = [int(digit) for digit in entry["digits"]]
    if len(digits) != len(puzzle.digits) or any(
        old not in (0, new) for old, new in zip(puzzle.digits, digits)
    ):
        raise SudokuError(tell("the saved data belongs to another puzzle: start it again"))
    masks = entry["masks"] if entry["hasOwnMasks"] else None
    given = puzzle.layout.all_cells & ~puzzle.boards[0]
    grid = Grid(puzzle.layout, digits, masks=masks, given=given, marks=puzzle.marks)
    colours = {Candidate(cell, digit): colour for cell, digit, colour in entry["colours"]}
    shades = {int(cell): colour for cell, colour in entry["shades"].items()}
    return grid, OwnMarks(colours, _notes(entry["notes"]), _notes(entry["centres"]), shades)


def _text_of(puzzle: Grid) -> str:
    diagonals = "clues: diagonals\n" if puzzle.layout.diagonals else ""
    text = write(puzzle, "candidates") if puzzle.has_own_marks else written(puzzle)
    return diagonals + text.strip()


class ProofBoard(PageBoard):
    """A board on which an elimination is proved."""

    def __init__(self, task: Task, number: int) -> None:
        practice = Practice(iter([ProofExercise(task)]), first=number)
        exercise = practice.next()
        assert exercise is not None
        super().__init__(ProofSession(practice, exercise))
        self._task = task
        self.editor.state.is_judging = False

    def shown(self) -> dict[str, Any]:
        """Return what the page shows, for JSON; a proof as a film."""
        proofs, film, said = self.editor.proofs, None, {}
        if proofs.proof is not None:
            events: list[Event] = [Started(self._task.grid, ()), proofs.proof]
            film = film_document([(sentence(self.editor.state.task), events)])
            said = {"reason": proofs.remark}
        more = {"named": proofs.named, "film": film, "is_done": film is not None}
        return {**super().shown(), **said, **more}


class StepBoard(PageBoard):
    """A board on which a step of a technique is found."""

    def __init__(self, board: PracticeBoard, techniques: Techniques, number: int) -> None:
        practice = Practice(exercises_on([board], techniques), first=number)
        exercise = practice.next()
        assert exercise is not None
        session = PracticeSession(practice, exercise, techniques.strategies, techniques)
        super().__init__(session)
        self._exercise = exercise

    def shown(self) -> dict[str, Any]:
        """Return what the page shows, for JSON; when the step `is_done`, whether that was right."""
        found, is_done = super().shown(), self.editor.practice.is_done
        if is_done:
            found["status"] = tell("Enter: another board")
        is_right = is_done and self._exercise.is_right
        is_best = is_done and self._exercise.is_best
        return {**found, "is_done": is_done, "is_right": is_right, "is_best": is_best}


def make(given: Mapping[str, Any], progress: OnProgress) -> dict[str, Any]:
    """Return a new puzzle as text, with its solution, its rating in words, and a picture.

    A puzzle of digits alone has no picture: the page draws it.
    given: ``{"level": …, "needs": …, "rule": …, "seed": …}``; the first three are empty for any.
    """
    progress(0.0, tell("making a puzzle"))
    options = {name: given[name] for name in ("level", "needs") if given[name]}
    found = generate(seed=given["seed"], rules=filter(None, [given["rule"]]), **options)
    rating = found.rating
    scene = Scene(found.givens, has_candidates=False, has_labels=False)
    return {
        "puzzle": written(found.givens).strip(),
        "picture": board_alone(scene, tell("Puzzle") + " ") if given["rule"] else "",
        "solution": found.solution.line,
        "level": tell(rating.level) if rating else "",
        "technique": tell(rating.hardest.name) if rating and rating.hardest else "",
    }


def begin_proof(given: Mapping[str, Any], progress: OnProgress) -> PageBoard:
    """Return the board of a proof, with what is named already."""
    look = partial(progress, 0.0, tell("looking for a board"))
    number = given["board"]
    board = ProofBoard(task_by_seed(given["truths"], str(number), look), number)
    board.act(map(Paste, given["named"]))
    return board


def begin_step(given: Mapping[str, Any], progress: OnProgress) -> PageBoard:
    """Return a board for the step of a technique."""

    def look(tried: int) -> None:
        progress(0.0, f"{tell('looking for a board')}: {tried}")

    number = given["board"]
    return StepBoard(*board_by_seed(given["technique"], str(number), look), number)


def begin_play(given: Mapping[str, Any], progress: OnProgress) -> PageBoard:
    """Return a board to play on."""
    return PlayBoard(given["puzzle"], given["kept"])


Begin = Callable[[Mapping[str, Any], OnProgress], PageBoard]


class Boards:
    """Answers requests about boards. Between them it keeps the one that is worked on."""

    BEGINNINGS: Mapping[str, Begin] = {
        "prove": begin_proof,
        "practise": begin_step,
        "play": begin_play,
    }

    def __init__(self) -> None:
        self._place: Sequence[object] = ()
        self._board: PageBoard | None = None

    def answer(self, request: str, on_progress: OnProgress | None = None) -> str:
        """Return the answer to a `request`, both texts of JSON, as `in_browser.answer` does.

        A request is ``{"task": "prove", "truths": 2, "board": 1, "named": […], "inputs": […],
        "width": …, "theme": …}``: truths and board as in ``practise --prove --truths 2 --seed 1``,
        what is named if the board is new here, and messages as `input_of` reads them. With
        ``{"task": "practise", "technique": "x_wing", …}`` it is the board of ``practise x_wing``.
        ``{"task": "make", …}`` is for `make`. ``{"task": "play", "board": …, "puzzle": …,
        "kept": …, "asked": {…}, …}`` is for `PlayBoard`: any number that stands for the board, how
        it begins if it is new here, and what `PlayBoard.ask` takes.
        """
        tasks = {name: partial(self._go_on, begin) for name, begin in self.BEGINNINGS.items()}
        return answer(request, on_progress, {**tasks, "make": make})

    def _go_on(
        self, begin: Begin, given: Mapping[str, Any], progress: OnProgress
    ) -> dict[str, Any]:
        """Act on the board that is `given`, which begins unless it is the present one."""
        if begin is begin_play:
            progress(0.0, tell("at work on the board"))
        place = [given.get(part) for part in ("task", "truths", "technique", "board")]
        if self._board is None or self._place != place:
            board = begin(given, progress)
            if self._board is not None:
                self._board.editor.stop()
            self._place, self._board = place, board
        return self._board.answer(given)
