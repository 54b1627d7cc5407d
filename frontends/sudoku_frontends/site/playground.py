"""Boards to work on in the rooms of the site, which reach them here, not by `in_browser`.

A board has the controller that it has in a window. The page shows the words and the buttons itself,
and plays a proof as a film.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sudoku_engine import generate
from sudoku_engine.api.events import Event, Started
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import sentence
from sudoku_engine.formats import written
from sudoku_frontends.film.document import film_document
from sudoku_frontends.pictures.print_sheet import board_alone
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.player.view import Paste
from sudoku_frontends.site.in_browser import answer
from sudoku_frontends.site.page_board import PageBoard, PlayBoard
from sudoku_frontends.site.watching import OnProgress
from sudoku_plugins.course.practice.boards import board_by_seed
from sudoku_plugins.course.practice.exercises import (
    Practice,
    PracticeSession,
    exercises_on,
)
from sudoku_plugins.course.practice.judging import PracticeBoard, Techniques
from sudoku_plugins.course.practice.proving import (
    ProofExercise,
    ProofSession,
    Task,
    task_by_seed,
)


class Boards:
    """Answers requests about boards. Between them it keeps the one that is worked on."""

    def __init__(self) -> None:
        self._asked: tuple[str | int, int] | None = None
        self._board: PageBoard | None = None

    def answer(self, request: str, on_progress: OnProgress | None = None) -> str:
        """Return the answer to a `request`, both texts of JSON, as `in_browser.answer` does.

        A request is ``{"task": "prove", "truths": 2, "board": 1, "named": […], "inputs": […],
        "width": …, "theme": …}``: truths and board as in ``practise --prove --truths 2 --seed 1``,
        what is named if the board is new here, and messages as `input_of` reads them. With
        ``{"task": "practise", "technique": "x_wing", …}`` it is the board of ``practise x_wing``.
        ``{"task": "make", …}`` is for `made`. ``{"task": "play", "board": …, "puzzle": …,
        "kept": …, "asked": {…}, …}`` is for `PlayBoard`: any number that stands for the board, how
        it begins if it is new here, and what `PlayBoard.ask` takes.
        """
        doors = {"prove": self._prove, "practise": self._practise, "play": self._play}
        return answer(request, on_progress, {**doors, "make": made})

    def _prove(self, given: Mapping[str, Any], progress: OnProgress) -> dict[str, Any]:
        """Go on with a proof."""

        def begun() -> ProofBoard:
            look = partial(progress, 0.0, tell("looking for a board"))
            task = task_by_seed(given["truths"], str(given["board"]), look)
            board = ProofBoard(task, given["board"])
            board.act(map(Paste, given["named"]))
            return board

        return self._go_on((given["truths"], given["board"]), begun, given)

    def _practise(self, given: Mapping[str, Any], progress: OnProgress) -> dict[str, Any]:
        """Go on with the search for a step."""

        def begun() -> StepBoard:
            technique, number = given["technique"], given["board"]

            def look(tried: int) -> None:
                progress(0.0, f"{tell('looking for a board')}: {tried}")

            return StepBoard(*board_by_seed(technique, str(number), look), number)

        return self._go_on((given["technique"], given["board"]), begun, given)

    def _play(self, given: Mapping[str, Any], progress: OnProgress) -> dict[str, Any]:
        """Go on with a board to play on."""
        progress(0.0, tell("at work on the board"))
        begun = partial(PlayBoard, given["puzzle"], given["kept"])
        return self._go_on(("play", given["board"]), begun, given)

    def _go_on(
        self,
        asked: tuple[str | int, int],
        begun: Callable[[], PageBoard],
        given: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Act on the board that is `asked` for, which is `begun` unless it is the present one."""
        if self._board is None or self._asked != asked:
            board = begun()
            self._leave()
            self._asked, self._board = asked, board
        return self._board.answer(given)

    def _leave(self) -> None:
        if self._board is not None:
            self._board.editor.stop()


class ProofBoard(PageBoard):
    """A board on which an elimination is proved."""

    def __init__(self, task: Task, number: int) -> None:
        """Begin with `task`, as the board with this `number`."""
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
        """Begin with `board`, as the one with this `number`."""
        practice = Practice(exercises_on([board], techniques), first=number)
        exercise = practice.next()
        assert exercise is not None
        session = PracticeSession(practice, exercise, techniques.strategies, techniques)
        super().__init__(session)
        self._exercise = exercise

    def shown(self) -> dict[str, Any]:
        """Return what the page shows, for JSON; when the step `is_done`, whether that was right."""
        found, is_done = super().shown(), self.editor.practice.is_done
        said = {"status": tell("Enter: another board")} if is_done else {}
        is_best = is_done and self._exercise.is_best
        is_right = is_done and self._exercise.is_right
        return {**found, **said, "is_done": is_done, "is_right": is_right, "is_best": is_best}


def made(given: Mapping[str, Any], progress: OnProgress) -> dict[str, Any]:
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
