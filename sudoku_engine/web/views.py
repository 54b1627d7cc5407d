"""The views of a film as they are written: of each only what differs from the one before."""

from __future__ import annotations

from typing import Any

from sudoku_engine.picture.scene import Scene
from sudoku_engine.web.board_parts import BoardParts
from sudoku_engine.web.picture_changes import PictureChanges


class Views:
    """Writes the views of a puzzle, in their order."""

    def __init__(self, boards: BoardParts) -> None:
        self._boards = boards
        self._words: dict[str, object] = {}
        self._picture = PictureChanges()
        self.pictures: list[list[int]] = []
        """What changes in the picture of each view, places and parts."""

    def record(self, scene: Scene) -> dict[str, Any]:
        """Return the words of the next view, that of `scene`, for JSON, and keep its picture.

        Words are left out if they are as in the view before.
        """
        self.pictures.append(self._picture.to(self._boards.parts(scene)))
        words: dict[str, object] = {
            "title": scene.title,
            "reason": scene.reason,
            "notation": scene.notation,
            "legend": self._boards.legend(scene),
        }
        new = {name: told for name, told in words.items() if told != self._words.get(name)}
        self._words = words
        return {"stage": scene.stage, "branch": scene.branch, **new}
