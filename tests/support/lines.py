"""Puzzles as lines, and how commands are called."""

from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]

# Singles solve it.
EASY = "123.3412214.4321"
EASY_SOLVED = "1234341221434321"

# The second half can be filled in twelve ways.
MANY = "12..34.........."

# Row 1 needs its 4 in box 2, which has one already.
NO_WAY = "23....4........."
TWICE = "11.............."

# Nine rows that singles solve.
NINE = "6....5........9..3.172.6....94..3.67.6.......1.3....542..98..76......5......629.."
NINE_SOLVED = "639845712425719683817236495594123867762458139183697254251984376946371528378562941"
