"""The page of a replay in a browser."""

from pathlib import Path

import pytest

from tests.support.browser import Browser
from tests.support.replays import document, opened


@pytest.fixture
def film(browser: Browser, tmp_path: Path) -> Browser:
    """The browser with the page of `document`."""
    return opened(browser, tmp_path / "replay.html", document())
