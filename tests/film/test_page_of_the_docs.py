"""The page of one's own in ``docs/web.md`` shows a film, as it stands there."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sudoku_frontends.film.page import film_style, script
from tests.support.browser import Browser, served
from tests.support.paths import ROOT
from tests.support.replays import document


def test_a_page_of_ones_own_plays_a_film(browser: Browser, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```html\n(.*?)^```$", text, re.M | re.S)
    files = {
        "index.html": shown,
        "film.js": script("film.js") + "export { Film };",
        "film.css": film_style(),
        "film.json": json.dumps(document()),
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")

    with served(tmp_path) as address:
        browser.open(address)
        browser.until("document.querySelector('#here #board')")

        assert "Twelve steps" in browser.text("#here")
        assert browser.texts("#steps [aria-current]") == [browser.texts("#steps button")[12]]
        browser.click("#board")
        assert browser.texts("#steps [aria-current]") == [browser.texts("#steps button")[13]]
