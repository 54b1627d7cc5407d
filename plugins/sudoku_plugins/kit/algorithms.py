"""Exercises in algorithmic thinking, in small steps: what to write, to repair or to predict.

Each has one file of code, in which every step has a place: the exercise holds what is given there,
the solution what is right. So what a step should return is worked out, and written nowhere.
"""

import ast
from collections.abc import Mapping, Sequence
from functools import cache
from textwrap import fill, indent
from typing import Any, Literal, NamedTuple

from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.starter import (
    TEMPLATES,
    WIDEST,
    Starter,
    template,
    template_data,
)

SETTINGS = {
    "strategy": """
# The strategies, in the order in which they are tried: yours first, so that you see it at work.
strategies: [$id, full_house, naked_single, hidden_single]
fallback: none    # no search: when no strategy finds a step, the run ends
""",
    "solver": """
strategies: []    # no techniques, only the search
fallback: $id     # the search when no strategy finds a step
solver: $id       # the search of `race` and `chart`
""",
    "generator": "\ngenerator: $id\n",
}
"""The lines of a configuration, by the kind of exercise."""


class Stage(NamedTuple):
    """One small step of an exercise; the file of the exercises says what each field is."""

    name: str
    task: str
    right: str
    given: str = "None"
    whole: bool = False


class Algorithm(NamedTuple):
    """An exercise in algorithmic thinking; the file of the exercises says what each field is."""

    id: str
    kind: str
    name: str
    sort: Literal["write", "repair", "predict"]
    task: str
    lesson: str
    hint: str
    steps: Sequence[Stage]
    after: Sequence[str] = ()
    technique: str = ""
    work: float = 0.0
    boards: str = ""
    look: str = ""
    puzzle: str = ""
    puzzles: Mapping[str, int] = {}

    def __hash__(self) -> int:
        return hash(self.id)

    def body(self, number: int, is_done: bool) -> str:
        """Return the lines at the place of a step: what is given, or what is right."""
        step = self.steps[number]
        if self.sort == "predict":
            return repr(reference(self)[step.name]) if is_done else step.given
        if is_done or self.sort == "repair":
            lines = step.right if is_done else step.given
        else:
            lines = f"# Step {number + 1}. Write your lines here.\n{step.given}"
        return indent(lines.strip(), "    ").strip()

    @property
    def steps_in_words(self) -> str:
        """The steps as a numbered list."""
        texts = (f"{n}. `{step.name}`: {step.task}" for n, step in enumerate(self.steps, 1))
        return "\n".join(fill(text, WIDEST, subsequent_indent="   ") for text in texts)


@cache
def algorithms() -> Mapping[str, Algorithm]:
    """Return the exercises by their ids, in an order to learn them."""
    found = {}
    for own_id, words in template_data("algorithms/exercises.yaml").items():
        steps = [Stage(name, **step) for name, step in words.pop("steps").items()]
        found[own_id] = Algorithm(own_id, steps=steps, **words)
    return found


def algorithm_names() -> list[str]:
    """Return the ids of the exercises, without reading them."""
    return sorted(file.name.partition(".")[0] for file in (TEMPLATES / "algorithms/code").iterdir())


def algorithm(name: str | None) -> Algorithm | None:
    """Return the exercise with the id `name`; None if there is none."""
    return algorithms()[name] if name in algorithm_names() else None


def algorithm_starter(exercise: Algorithm, is_done: bool = False) -> Starter:
    """Return the starter of an `exercise`, or its solution if it `is_done`."""
    words = {
        "code": template(f"algorithms/code/{exercise.id}.py").strip(),
        "title": exercise.name,
        "kit": f', kit=bundled_kit("{exercise.id}")',
        "lesson": f"{exercise.lesson.strip()}\n\nThe steps:\n\n{exercise.steps_in_words}",
        "settings": SETTINGS[exercise.kind],
        "puzzle": f"\npuzzle: {exercise.puzzle!r}\n" if exercise.puzzle else "",
    }
    for number, step in enumerate(exercise.steps):
        words[step.name] = exercise.body(number, is_done)
    command = ("generate", "--count", "3") if exercise.kind == "generator" else ("solve",)
    is_strict = bool(exercise.technique)
    return Starter(exercise.kind, "algorithms", command, exercise.id, words, is_strict)


@cache
def reference(exercise: Algorithm) -> Mapping[str, Any]:
    """Return the definitions of an exercise's solution, by name; predictions are worked out."""
    name = exercise.id
    is_prediction = exercise.sort == "predict"
    source = algorithm_starter(exercise, is_done=not is_prediction).source(f"my_{name}")
    space: dict[str, Any] = {"__name__": f"solution of {name}"}
    exec(compile(source, f"{name}.py.txt", "exec"), space)
    if is_prediction:
        for step in exercise.steps:
            space[step.name] = eval(step.right.replace("$id", f"my_{name}"), space)
    return space


@cache
def right_component(exercise: Algorithm) -> Component:
    """Return the solver or generator of the solution of an `exercise`."""
    (thing,) = reference(exercise)[f"sudoku_{exercise.kind}s"]()
    return Component.of(exercise.kind, thing)


def is_literal(source: str, name: str) -> bool:
    """Return whether the code in `source` gives the variable `name` a value that is written out.

    >>> is_literal("A = 'r1c1=2'", "A"), is_literal("A = first(BOARD)", "A")
    (True, False)
    """
    values = [
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    return all(isinstance(value, ast.Constant) for value in values)
