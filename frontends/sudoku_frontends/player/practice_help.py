"""The editor's part for practice: the user's changes on the board are judged at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar, cast

from sudoku_engine.api.events import Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import Candidate
from sudoku_engine.board.words import capitalized, sentence
from sudoku_frontends.pictures.event_scenes import scene_of
from sudoku_frontends.player.background import Thinking
from sudoku_frontends.player.editor_state import EditorState, Message
from sudoku_plugins.course.practice.exercises import (
    E,
    Exercise,
    ExerciseSession,
    PracticeSession,
)
from sudoku_plugins.course.practice.judging import Verdict

NEXT = "Enter: the next board · q quits"


S = TypeVar("S", bound=ExerciseSession[Any])


class ExerciseHelp(ABC, Generic[E, S]):
    """Begins one exercise after another on the board of an `OF` session; on others it is off."""

    OF: ClassVar[type[ExerciseSession[Any]]]
    """The kind of session."""

    def __init__(self, state: EditorState, thinking: Thinking) -> None:
        self._state = state
        self._thinking = thinking
        self._session: S | None = None
        if isinstance(state.session, self.OF):
            self._session = cast(S, state.session)
            self._begin(self._session.exercise)

    def _begin(self, exercise: E | None) -> None:
        """Begin `exercise`; None: there are no more."""
        session, state = self._session, self._state
        assert session is not None
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
        """Find the next exercise, and begin it."""
        assert self._session is not None
        self._thinking.begin(self._session.finding_next(), self._begin)

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
        if session is None or session.grid is self._grid or self._thinking.is_active:
            return
        self._grid = session.grid
        claims = {*session.answer.claims}
        if claims <= self._judged or self.is_done:
            self._judged &= claims
        else:
            if isinstance(session.moment.event, Stepped):  # a helper did it
                session.exercise.show()
            self._thinking.begin(session.judging(), self._take)

    def _take(self, verdict: Verdict) -> None:
        session, state = self._session, self._state
        assert session is not None
        if verdict.judgement == "right":
            self._judged = {*session.answer.claims}
            self._show_right(verdict, session)
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

    def _show_right(self, verdict: Verdict, session: PracticeSession) -> None:
        if not verdict.is_whole:
            name = session.exercise.board.technique.name
            more = tell("The {technique} gives more: go on.", technique=name)
            self._state.message = Message("Right so far", more, "? hint · F8 shows it")
        elif verdict.step is not None:
            self._show_step(verdict.step, tell("Right"), session)

    def _show_step(self, event: Stepped, title: str, session: PracticeSession) -> None:
        self.is_done = True
        scene = scene_of(event, session.exercise.board.grid, self._state.start)
        scene = replace(scene, title=f"{title}: {tell(event.strategy.name)}")
        self._state.message = Message(scene=scene, status=tell(NEXT))

    def press(self, key: str) -> bool:
        """Do what `key` means when the board is done; return False if it means nothing there."""
        if self._session is None or not self.is_done or key not in ("Return", "space", "F8"):
            return False
        self._go_on()
        return True

    def skip(self) -> None:
        """Show the step: the user gives up."""
        session = self._session
        if session is None:
            how = "sudoku-engine practise naked_pair --frontend turtle"
            self._state.message = Message(
                "This is no practice", tell("{command} begins one.", command=how)
            )
        else:
            session.exercise.show()
            self._show_step(session.exercise.board.event, tell("It was"), session)
