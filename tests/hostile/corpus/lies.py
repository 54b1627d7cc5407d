"""Strategies that return wrong things."""

from tests.hostile.entry import Hostile, strategy

FIRST = "cell = grid.open_cells[0]; digit = min(grid.candidates(cell))\n"

ODD = {
    "step": "class Odd(Step):\n    @property\n    def placements(self): raise SystemExit(0)",
    "step-new": "class Odd(Step):\n    placements = property(lambda self: next(VALUES))\n"
    "VALUES = itertools.cycle([(), (Candidate(0, 1),)])",
    "candidate": "class Odd(Candidate):\n    def __iter__(self): raise SystemExit(0)\n"
    "    def __eq__(self, other): return True\n    __hash__ = None",
    "int": "class Odd(int):\n    def __le__(self, other): return True\n"
    "    __ge__ = __lt__ = __le__\n    def __index__(self): raise SystemExit(0)\n"
    "    def __hash__(self): return 0\n    def __eq__(self, other): return True",
    "house": "class Odd:\n    cells = property(lambda self: 1 / 0)\n    kind = name = 'row'",
    "text": "class Odd(str):\n    def __str__(self): raise SystemExit(0)\n    __repr__ = __str__\n"
    "    def __format__(self, spec): raise SystemExit(0)",
}

FAULTS = {
    "lie-type-itself": "return Step",
    "lie-coroutine": "async def steps(): return []\nreturn steps()",
    "lie-async-generator": "async def steps(): yield Step()\nreturn steps()",
    "lie-cell-huge": "return [Step(eliminations=[Candidate(10 ** 100, 1)])]",
    "lie-both": FIRST + "return [Step([Candidate(cell, digit)], [Candidate(cell, digit)])]",
    "lie-all-placed": "return [Step([Candidate(c, min(grid.candidates(c))) for c in "
    "grid.open_cells])]",
    "lie-all-gone": "return [Step((), [Candidate(c, d) for c in grid.open_cells for d in "
    "grid.candidates(c)])]",
    "lie-many-candidates": FIRST + "return [Step((), [Candidate(cell, digit)] * 10 ** 6)]",
    "lie-step-forced": FIRST + "step = Step([Candidate(cell, digit)])\n"
    "object.__setattr__(step, 'placements', 5)\nreturn [step]",
    "lie-step-empty": "return [object.__new__(Step)]",
    "lie-step-changes-later": """
        step = Step((), [Candidate(c, d) for c in grid.open_cells[:1] for d in range(1, 10)
                         if d in grid.candidates(c)])
        threading.Timer(0.001, object.__setattr__, (step, 'eliminations', None)).start()
        yield step
        """,
    "lie-iter-twice": "steps = iter([None])\nreturn itertools.chain(steps, steps)",
    "lie-length-lies": "class Odd(list):\n    def __iter__(self): return iter([5])\n"
    "    def __len__(self): return 0\n    def __bool__(self): return False\nreturn Odd()",
}
"""By id, what strategies do that are at fault."""

EITHER = {
    "lie-setattr-digits": "object.__setattr__(grid, 'digits', (1,) * 81)\nreturn []",
    "lie-setattr-masks": "object.__setattr__(grid, 'masks', (0,) * 81)\nreturn []",
    "lie-setattr-boards": "object.__setattr__(grid, 'boards', (0,) * 10)\nreturn []",
    "lie-setattr-layout": "object.__setattr__(grid, 'layout', None)\nreturn []",
    "lie-delattr-masks": "object.__delattr__(grid, 'masks')\nreturn []",
    "lie-layout-houses": "vars(grid.layout)['houses'] = ()\nreturn []",
    "lie-layout-n": "vars(grid.layout)['n'] = 4\nreturn []",
    "lie-layout-cleared": "vars(grid.layout).clear()\nreturn []",
    "lie-house-cells": "object.__setattr__(grid.layout.houses[0], 'cells', ())\nreturn []",
    "lie-grid-class": "grid.__class__ = object\nreturn []",
}
"""The same for those that are at fault or do no harm."""

ENTRIES: list[Hostile] = [
    *(strategy(name, body) for name, body in FAULTS.items()),
    *(strategy(name, body, expect="either") for name, body in EITHER.items()),
    strategy("lie-odd-step", "return [Odd()]", top=ODD["step"]),
    strategy(
        "lie-changing-step", FIRST + "return [Odd([Candidate(cell, digit)])]", top=ODD["step-new"]
    ),
    strategy(
        "lie-odd-candidate", FIRST + "return [Step([Odd(cell, digit)])]", top=ODD["candidate"]
    ),
    strategy("lie-odd-cell", "return [Step([Candidate(Odd(1000), 1)])]", top=ODD["int"]),
    strategy("lie-odd-digit", FIRST + "return [Step([Candidate(cell, Odd(77))])]", top=ODD["int"]),
    strategy(
        "lie-odd-house",
        FIRST + "return [Step([Candidate(cell, digit)], houses=[Odd()])]",
        top=ODD["house"],
    ),
    strategy(
        "lie-odd-reason",
        FIRST + "return [Step((), [Candidate(cell, digit)], reason=Odd('x'))]",
        top=ODD["text"],
    ),
]
