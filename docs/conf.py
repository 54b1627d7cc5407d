"""How Sphinx makes a site of these pages: ``sphinx-build -W docs SITE``."""

from sudoku_engine.version import VERSION

project = "sudoku-engine"
release = version = VERSION
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "sudoku-engine"
myst_heading_anchors = 3
pygments_style = "default"
exclude_patterns = ["_build"]
# A link to a file beside these pages is right on the repository's own pages; the tests check them.
suppress_warnings = ["myst.xref_missing"]
