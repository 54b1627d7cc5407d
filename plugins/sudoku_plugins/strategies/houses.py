"""The kinds of house for the option `houses` of a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

HouseKind = Literal["row", "column", "box", "diagonal"]

EVERY_KIND: Sequence[HouseKind] = ("row", "column", "box", "diagonal")

LINES: Sequence[HouseKind] = ("row", "column", "diagonal")
