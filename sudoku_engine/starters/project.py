"""A project to install: a plugin's files, and what makes a package of them."""

from __future__ import annotations

from sudoku_engine.starters.starter import filled, titled


def project_file(id: str) -> str:
    """The ``pyproject.toml`` of a plugin called `id`, whose module is an entry point."""
    dashed = "-".join(word for word in id.lower().split("_") if word)
    return filled(_PYPROJECT, {"id": id, "name": titled(id), "dashed": dashed})


_PYPROJECT = """
# Makes a package of $id.py. Once it is installed, every run finds the plugin by itself.

[build-system]
requires = ["setuptools>=68"]
build-backend = "setuptools.build_meta"

[project]
name = "sudoku-$dashed"
version = "0.1.0"
description = "$name: a plugin for sudoku-engine"
requires-python = ">=3.10"
dependencies = ["sudoku-classroom"]

# The name by which the plugin is listed, and the module that it is in.
[project.entry-points.sudoku_engine]
$id = "$id"

[tool.setuptools]
py-modules = ["$id"]
"""
