"""A class of the command ``classroom``, in a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from sudoku_frontends.classroom.demo import Visitor
from tests.support.browser import Browser
from tests.support.npm import npm_package


class RunningClass:
    """A class in `folder`, with the options `more`; it can be killed and started again."""

    def __init__(self, folder: Path, *more: str) -> None:
        self._folder = folder
        self._more = ["--pyodide", str(npm_package("pyodide")), *more]
        self._more += ["--assets", str(npm_package("@codemirror/view").parents[1])]
        self.start()
        port = re.findall(r":(\d+)/teacher", self.teacher)[0]
        self._more = ["--port", port, *more]  # the rest is kept in the folder

    def start(self) -> None:
        """Start it, and wait until it says where."""
        command = [sys.executable, "-m", "sudoku_engine", "classroom", str(self._folder)]
        self._process = subprocess.Popen(
            [*command, *self._more], stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        said = "".join(iter(self._process.stdout.readline, "Ctrl-C ends the class.\n"))
        self.teacher = re.findall(r"http://localhost:\S+/teacher#\S+", said)[0]
        self.code = re.findall(r"^ +([2-9A-Z]{6})$", said, re.MULTILINE)[0]
        self.address, _, self._secret = self.teacher.partition("teacher#")

    def __enter__(self) -> RunningClass:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def teach(self, method: str, path: str, said: dict[str, Any] | None = None) -> Any:
        """Do as the teacher's page does, and return what it gets."""
        teacher = Visitor(self.address, "", threading.Event())
        teacher.headers["Authorization"] = f"Bearer {self._secret}"
        status, answer = teacher.send(method, f"teacher/{path}", said)
        assert status < 300, answer
        return answer

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Send the process a signal, and wait for its end."""
        self._process.send_signal(how)
        self._process.wait(10)


def join(browser: Browser, lesson: RunningClass, name: str) -> None:
    """Join the class as a pupil does who has read its QR code."""
    browser.open(f"{lesson.address}#{lesson.code}")
    browser.until("document.querySelector('#join-name')")
    browser.find("#join-name").send_keys(name)
    browser.press("enter")


def write(browser: Browser, text: str, place: str = "control+end") -> None:
    """Write `text` at a place of the code, as somebody who pastes it."""
    browser.until("document.querySelector('#code .cm-content')")
    browser.click("#code .cm-content")
    browser.press(place)
    browser.driver.execute_cdp_cmd("Input.insertText", {"text": text})


def press(browser: Browser, words: str, within: str = "body") -> None:
    """Press the button that begins with these words, once it is there."""
    found = f"[...document.querySelectorAll('{within} button')]"
    browser.until(f"{found}.some((each) => each.innerText.startsWith({words!r}))")
    browser.script(f"{found}.find((each) => each.innerText.startsWith({words!r})).click()")
