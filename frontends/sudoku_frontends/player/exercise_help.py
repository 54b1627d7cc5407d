"""The editor's parts for exercises: practice, whose moves are judged at once, and proofs.

In a proof clicks name cells and houses, until they prove an elimination.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from sudoku_engine import Candidate, Grid, Stepped, listed
from sudoku_engine.board.masks import bits
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import capitalized, sentence, symbol
from sudoku_engine.errors import LayoutError
from sudoku_frontends.pictures.event_scenes import scene_of, step_views
from sudoku_frontends.pictures.page_geometry import Frame, cell_at, line_at
from sudoku_frontends.pictures.scene import WHOLE, Scene
from sudoku_frontends.player.background import Worker
from sudoku_frontends.player.editor_state import (
    ARROWS,
    VIEWS,
    EditorPart,
    EditorState,
    Message,
    Prompt,
    action_of,
    digit_of,
)
from sudoku_frontends.player.view import Click
from sudoku_plugins.course.exercises import E, Exercise, ExerciseSession, PracticeSession
from sudoku_plugins.course.judging import Verdict
from sudoku_plugins.course.named_truths import truth_in
from sudoku_plugins.course.proving import ProofExercise, ProofSession, ProofVerdict
from sudoku_plugins.strategies.analysis.truths import ClueTruth, Truth, clue_truths, truths_of

NEXT = "Enter: the next board · q quits"


S = TypeVar("S", bound=ExerciseSession[Any])


class ExerciseHelp(EditorPart, ABC, Generic[E, S]):
    """Begins one exercise after another on the board of an `OF` session; on others it is off.

    `is_on`: whether the board is one for such exercises.
    """

    OF: ClassVar[type[ExerciseSession[Any]]]

    _session: S

    def __init__(self, state: EditorState, worker: Worker) -> None:
        super().__init__(state, worker)
        self.is_on = isinstance(state.session, self.OF)
        if self.is_on:
            self._begin(self._session.exercise)

    def _begin(self, exercise: E | None) -> None:
        """Begin `exercise`; None: there are no more."""
        session, state = self._session, self._state
        if exercise is None:
            state.message = Message(capitalized(session.practice.score), status=tell("q quits"))
            return
        if exercise is not session.exercise:
            session.begin_exercise(exercise)
        state.task = f"{session.practice.name}: {self._task(exercise)}"
        state.begin(state.task)
        state.has_candidates = True
        self._show_task(exercise)

    def _go_on(self) -> None:
        self._worker.request(self._session.practice.next, self._begin)

    @abstractmethod
    def _task(self, exercise: E) -> str:
        """Return the task in words."""

    @abstractmethod
    def _show_task(self, exercise: E) -> None:
        """Show how it is done, with nothing done yet."""


class PracticeHelp(ExerciseHelp[Exercise, PracticeSession]):
    """Judges moves on the board of an exercise."""

    OF = PracticeSession

    is_done = False
    """Whether the step of the exercise is shown."""

    def _task(self, exercise: Exercise) -> str:
        return tell("look for {technique}", technique=exercise.board.technique.name)

    def _show_task(self, exercise: Exercise) -> None:
        board, state = exercise.board, self._state
        self.is_done = False
        self._grid: Grid = state.session.grid
        self._judged: set[Candidate] = set()
        state.mode = "notes" if board.event.step.eliminations else ""
        what = tell(
            "Click the candidates that it eliminates." if state.mode else "Place its digit."
        )
        note = ""
        if not board.is_next:
            note = " " + tell("Simpler techniques help here, too: it is the board of its example.")
        state.message = Message(state.task, f"{what}{note}")

    def look(self) -> None:
        """Judge the new changes on the board."""
        session = self._session
        if not self.is_on or session.grid is self._grid or self._worker.is_busy:
            return
        self._grid = session.grid
        claims = {*session.answer.claims}
        if claims <= self._judged or self.is_done:
            self._judged &= claims
        else:
            if isinstance(session.moment.event, Stepped):  # a helper did it
                session.exercise.show()
            self._worker.request(session.judging(), self._take)

    def _take(self, verdict: Verdict) -> None:
        session, state = self._session, self._state
        if verdict.judgement == "right":
            self._judged = {*session.answer.claims}
            self._show_right(verdict)
            return
        stop = state.undo_steps.before(session.position)
        session.go_to(stop or 0)
        self._grid = session.grid
        text = verdict.why if verdict.judgement == "wrong" else verdict.text
        reasons = [sentence(each) for each in (text, *verdict.reasons)]
        is_wrong = verdict.judgement == "wrong"
        title = tell("Wrong" if is_wrong else "True, but not what you are looking for")
        state.message = Message(
            title, " ".join(reasons), "it was taken back · ? hint · F8 shows it"
        )

    def _show_right(self, verdict: Verdict) -> None:
        if not verdict.is_whole:
            name = self._session.exercise.board.technique.name
            more = tell("The {technique} gives more: go on.", technique=name)
            self._state.message = Message("Right so far", more, "? hint · F8 shows it")
        elif verdict.step is not None:
            self._show_step(verdict.step, tell("Right"))

    def _show_step(self, event: Stepped, title: str) -> None:
        self.is_done = True
        scene = scene_of(event, self._session.exercise.board.grid, self._state.start)
        scene = replace(scene, title=f"{title}: {tell(event.strategy.name)}")
        self._state.message = Message(scene=scene, status=tell(NEXT))

    def press(self, key: str) -> bool:
        """Do what `key` means when the board is done; return False if it means nothing there."""
        is_next = self.is_done and key in ("Return", "space", "F8")
        if is_next:
            self._go_on()
        return is_next

    def skip(self) -> None:
        """Show the step: the user gives up."""
        if not self.is_on:
            how = "sudoku-engine practise naked_pair --frontend turtle"
            self._state.message = Message(
                "This is no practice", tell("{command} begins one.", command=how)
            )
        else:
            self._session.exercise.show()
            self._show_step(self._session.exercise.board.event, tell("It was"))


ON = ("Return", "space", "F8", ">", ".")
"""The keys that show more of a proof, and then the next board."""

BACK = ("<", ",")

LINES = ("row", "column")


class ProofHelp(ExerciseHelp[ProofExercise, ProofSession]):
    """Takes clicks and keys on the board of a proof.

    `proof`: the proof that is shown once the task is done, `remark`: what is said of it.
    """

    OF = ProofSession

    def __init__(
        self, state: EditorState, worker: Worker, move: Callable[[int, int], None]
    ) -> None:
        """`move` selects another cell."""
        self._move = move
        self._verdict: ProofVerdict | None = None
        """The verdict on the named truths, None if there is none yet."""
        self._is_denied = False
        """Whether the board that refutes the named truths is shown."""
        self.proof: Stepped | None = None
        self.remark = self._title = ""
        self._view = 0
        """The place of the view of the proof that is shown."""
        super().__init__(state, worker)

    @property
    def _exercise(self) -> ProofExercise:
        return self._session.exercise

    def _task(self, exercise: ProofExercise) -> str:
        return tell("prove that {claim}", claim=exercise.task.claim)

    def _show_task(self, exercise: ProofExercise) -> None:
        self.proof = self._verdict = None
        how = tell("Click cells; for a house press a digit, then click.")
        self._show(f"{sentence(capitalized(exercise.task.enough))} {how}")

    def _show(self, reason: str) -> None:
        exercise, state = self._exercise, self._state
        scene = Scene(exercise.grid, exercise.step, title=state.task, reason=reason)
        status = tell(
            "click cells · right click: clues · a digit: houses · Enter: type · ? hint · F8 proof"
            if clue_truths(exercise.grid.layout)
            else "click cells · a digit: houses · Enter: type · ? hint · F8 proof"
        )
        if state.digit:
            status = tell(
                "{digit}: click the number of a row or column, or a cell: its box · Esc: cells",
                digit=symbol(state.digit, exercise.grid.layout.signs),
            )
        state.message = Message(scene=scene, status=status)
        self._is_denied = False

    def press(self, key: str) -> bool:
        """Do what `key` means; return False if it means the same as on other boards."""
        action = action_of(key)
        if not self.is_on or action in VIEWS or action in ("quit", "copy"):
            return False
        if self._worker.is_busy:
            return action != "let_go"
        if self.proof is None:
            self._press(key, action)
        elif key in BACK:
            self._show_proof(self._view - 1)
        elif key in ON:
            self._show_proof(self._view + 1)
        return True

    def _press(self, key: str, action: str) -> None:
        exercise, state = self._exercise, self._state
        digit = digit_of(key, exercise.grid.layout)
        if key in ARROWS:
            self._move(*ARROWS[key])
        elif key in ("Return", "space") and state.cell is not None:
            self._turn_at(state.cell)
        elif key in ("Return", "space"):
            state.prompt = Prompt("Which cells, or digits in houses?", self.take)
        elif action == "let_go" and state.cell is not None:
            state.cell = None
        elif digit is not None or action == "let_go":
            state.digit = None if digit == state.digit else digit
            self._show(self._named)
        elif action in ("undo", "erase"):
            gone = exercise.named[-1:] if action == "undo" else exercise.named
            self._change(partial(exercise.drop, gone))
        elif action == "hint":
            self._show(exercise.hint())
        elif action == "check":
            self._check()
        elif action == "skip":
            exercise.show()
            self._end(exercise.event, tell("It was"))

    @property
    def named(self) -> list[str]:
        """All named truths, each as it is typed."""
        return [str(truth.brief) for truth in self._exercise.named] if self.is_on else []

    @property
    def _named(self) -> str:
        if not self.named:
            return ""
        verdict = "Check tells whether it is enough."
        if self._state.is_judging:
            verdict = "It is not enough yet; c shows why."
        return f"Named: {listed(self.named)}. {verdict}"

    def take(self, text: str) -> None:
        """Name the truths that a person typed, or take them back."""
        if self.proof is None:
            self._change(partial(self._exercise.take, text))

    def click(self, click: Click, frame: Frame) -> None:
        """Name the truth at a click, or take it back."""
        exercise, digit = self._exercise, self._state.digit
        layout = exercise.grid.layout
        cell, line = cell_at(frame, click.x, click.y), line_at(frame, click.x, click.y)
        if self.proof is not None or self._worker.is_busy:
            return
        self._state.cell = None
        if self._is_denied:
            self._show(self._named)
        elif line is not None and not digit:
            self._show(tell("Which digit of {line}? Press it, then click again.", line=line))
        elif line is not None and digit:
            self._turn([truth_in(line, digit)])
        elif cell is not None and click.button != 1:
            self._turn([each for each in clue_truths(layout) if cell in each.clue.cells])
        elif cell is not None:
            self._turn_at(cell)

    def _turn_at(self, cell: int) -> None:
        """Name a cell, or the chosen digit in its box, or take it back."""
        layout, digit = self._exercise.grid.layout, self._state.digit
        if digit:
            houses = [each for each in layout.houses_of(cell) if each.kind not in LINES]
            self._turn([truth_in(each, digit) for each in houses])
        else:
            self._turn([truths_of(layout).every[cell]])

    def _turn(self, group: Sequence[Truth | ClueTruth]) -> None:
        self._change(partial(self._exercise.turn, group))

    def _change(self, change: Callable[[], object]) -> None:
        try:
            change()
        except LayoutError as error:
            self._show(sentence(capitalized(error.what)))
        else:
            self._verdict = None
            self._show(self._named)
            if self._state.is_judging:
                self._worker.request(self._exercise.verdict, self._take)

    def _take(self, verdict: ProofVerdict) -> None:
        self._verdict = verdict
        if verdict.event is not None:
            self._end(verdict.event, tell("Right"), verdict.remark)

    def _check(self) -> None:
        if not self.named:
            self._show(tell("Name something first."))
        elif self._verdict is None:
            self._worker.request(self._exercise.verdict, self._take_checked)
        else:
            self._show_denial(self._verdict)

    def _take_checked(self, verdict: ProofVerdict) -> None:
        self._take(verdict)
        if verdict.event is None:
            self._show_denial(verdict)

    def _show_denial(self, verdict: ProofVerdict) -> None:
        board, exercise = verdict.board, self._exercise
        if board is None:
            self._show(sentence(capitalized(verdict.text)))
            return
        met = [Candidate(cell, board.digits[cell]) for cell in bits(exercise.met_on(board))]
        scene = Scene(
            board,
            exercise.step.replace(
                eliminations=(), because={"cause": met, "supposed": [exercise.task.candidate]}
            ),
            title=tell("Not enough yet"),
            reason=sentence(capitalized(verdict.text.partition(": ")[2])),
            has_candidates=False,
        )
        self._state.message = Message(
            scene=scene, status=tell("a click or Esc: back to the puzzle")
        )
        self._is_denied = True

    def _end(self, event: Stepped, title: str, remark: str = "") -> None:
        """Show a proof, which ends the task."""
        self.proof, self._title, self.remark = event, title, remark
        self._state.deselect()
        self._show_proof(0)

    def _show_proof(self, place: int) -> None:
        """Show the view of the proof at `place`; after the last, the next board."""
        assert self.proof is not None
        cases = [view for view in step_views(self.proof) if view.branch is not None]
        views = [*cases, WHOLE]
        if place >= len(views):
            self._go_on()
            return
        self._view = max(place, 0)
        grid = self._exercise.grid
        scene = scene_of(self.proof, grid, grid, **views[self._view]._asdict())
        reason = scene.reason if self._view else f"{self.remark} {scene.reason}".strip()
        scene = replace(scene, title=f"{self._title}: {self._exercise.task.claim}", reason=reason)
        is_last = self._view == len(views) - 1
        self._state.message = Message(
            scene=scene, status=tell(NEXT) if is_last else tell("Enter: the next case · < back")
        )
