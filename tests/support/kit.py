"""Strategies that a test writes, or that come with the engine, as the kit takes them."""

from pathlib import Path

from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing import Examination, Finding, Kit, bundled_kit
from sudoku_plugins.kit.kit import as_component, bundled_technique


def technique(name: str) -> Component:
    """The bundled strategy with this id."""
    return bundled_technique(name, bundled_kit().ours)


def components(folder: Path, text: str) -> dict[str, Component]:
    """The components of a file ``mine.py`` with this `text`, by id."""
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    registry = Registry()
    registry.load([str(file)])
    return {component.id: component for component in registry.plugins[-1].components}


def findings_on(strategy: object, kit: Kit, *wanted: str) -> dict[str, Finding]:
    """What comes of the checks of a strategy, or of those `wanted` alone, by their names."""
    checks = Examination(as_component(strategy, "strategy"), kit).checks()
    return {check.name: check.run() for check in checks if not wanted or check.name in wanted}


def failed(found: dict[str, Finding]) -> list[Finding]:
    """The findings among `found` that a plugin must not have."""
    return [finding for finding in found.values() if finding.has_failed]
