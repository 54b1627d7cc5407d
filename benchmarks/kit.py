"""Measure `plugins check` on a right naked pair, and on a right X-chain as pupils write it.

Run from the root of the repository::

    python benchmarks/kit.py [FILE ...]

FILES: other plugins to check. Printed are the seconds by the clock and of the processor.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent

X_CHAIN = '''
"""X-chain: links of one digit, strong and weak in turn."""

from sudoku_engine import Candidate, Step, strategy


@strategy("X-Chain", score=260, level="unfair")
def x_chain(grid):
    """Eliminate a digit from cells that see both ends of a chain."""
    for digit in grid.layout.digits:
        strong = {}
        for house in grid.layout.houses:
            places = [cell for cell in house.cells if digit in grid.candidates(cell)]
            if len(places) == 2:
                strong.setdefault(places[0], set()).add(places[1])
                strong.setdefault(places[1], set()).add(places[0])
        for start in sorted(strong):
            ways = [[start, end] for end in sorted(strong[start])]
            seen = set()
            for way in ways:
                if way[-1] in seen:
                    continue
                seen.add(way[-1])
                peers = grid.layout.peers(start) & grid.layout.peers(way[-1])
                gone = [
                    Candidate(cell, digit)
                    for cell in sorted(peers - set(way))
                    if digit in grid.candidates(cell)
                ]
                if len(way) > 2 and gone:
                    yield Step(
                        eliminations=gone,
                        because=[Candidate(cell, digit) for cell in way],
                        links=[
                            ([Candidate(a, digit)], [Candidate(b, digit)], number % 2 == 0)
                            for number, (a, b) in enumerate(zip(way, way[1:]))
                        ],
                        reason="one end of the chain holds the digit",
                    )
                for weak in sorted(strong):
                    if weak in grid.layout.peers(way[-1]) and weak not in way:
                        for end in sorted(strong[weak] - set(way)):
                            ways.append([*way, weak, end])
'''


def main() -> None:
    paths = [str(ROOT), str(ROOT / "plugins"), str(ROOT / "frontends")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    with tempfile.TemporaryDirectory() as folder:
        chain = Path(folder, "x_chain.py")
        chain.write_text(X_CHAIN, encoding="utf-8")
        for file in sys.argv[1:] or [str(ROOT / "examples" / "my_strategy.py"), str(chain)]:
            command = [sys.executable, "-m", "sudoku_engine", "plugins", "check", file]
            begun, before = time.monotonic(), os.times()
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
            after = os.times()
            work = sum(after[2:4]) - sum(before[2:4])
            print(f"{Path(file).name}: {time.monotonic() - begun:.1f} s, {work:.1f} s of work")
            print(f"  {done.stdout.splitlines()[-1]}")


if __name__ == "__main__":
    main()
