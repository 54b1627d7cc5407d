"""Findings between the process of a plugin and ours: nothing of a step is lost on the way."""

from __future__ import annotations

import json

from sudoku_engine import Branch, Candidate, Grid, Step
from sudoku_engine.api.record import grid_of, step_of
from sudoku_engine.testing.findings import Finding, finding_as_json


def test_a_faulty_chain_keeps_its_arrows_and_cases() -> None:
    grid = Grid.parse("12.. 34.. .... ....")
    start, end = Candidate(2, 3), Candidate(3, 4)
    step = Step(
        eliminations=[start],
        because={"on": [start], "off": [start, end]},
        houses={"base": [grid.layout.rows[0]]},
        links=[([start], [end], True)],
        branches=[Branch("if r1c3 is 3", [start], [([start], [end], False)])],
        difficulty=3,
    )
    finding = Finding("why", check="true", is_must=True, about="", ok=False, board=grid, step=step)
    back = json.loads(json.dumps(finding_as_json(finding)))
    assert step_of(back["step"], grid_of(back["board"]).layout) == step
    assert back["why"] == "why"
