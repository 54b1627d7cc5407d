"""The page of a trace in a browser: keys, lines and remarks lead to moments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sudoku_plugins.trace.trace_page import trace_page
from tests.support.browser import Browser
from tests.support.traces import TRACE


def test_the_page_opens_at_the_moment_that_tells_most(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "trace.html"
    page.write_text(trace_page(TRACE), encoding="utf-8")
    browser.open(page)
    browser.until("document.querySelector('.lines') !== null")
    assert browser.text(".remarks") == "line 6: `<b>grid</b>` is False"
    assert browser.text(".lines [aria-current] code").strip() == "if <b>grid</b>:"
    assert browser.text(".lines [aria-current] .beside") == "False: 1 == 2"
    assert browser.text("#step") == "False: 1 == 2 — It looks at the candidates of r1c2."
    assert browser.texts(".values dd") == ["r1c2"]
    browser.press("right")
    assert browser.texts(".values dd") == ["r1c3"]
    assert browser.text(".counts") == "line 5 · 3 of 3"
    browser.press("home")
    assert browser.text(".counts") == "line 5 · 1 of 3"
    browser.click(".remarks button")
    assert browser.text(".counts") == "line 6 · 2 of 3"
    assert browser.problems() == []


def test_a_long_name_of_a_file_does_not_widen_a_phone(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "trace.html"
    page.write_text(trace_page(replace(TRACE, file=f"{'a' * 60}.py")), encoding="utf-8")
    browser.resize(360, 740)
    browser.open(page)
    browser.until("document.querySelector('.lines') !== null")
    assert browser.script("return document.documentElement.scrollWidth") == 360
