"""Chromium without a screen, for tests of pages."""

import base64
import functools
import json
import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.support.lacking import skip_for

PATIENCE = 60.0
"""Seconds for which tests wait for a page on a machine that is busy with other things."""

USUAL_SIZE = (1280, 900)

FLAGS = (
    "--headless=new",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--no-first-run",
    # No page gets anything from outside this machine, nor does the browser itself.
    "--disable-background-networking",
    # A process of a page takes a tenth of a second: none in advance, or for pages that are left.
    "--disable-features=SpareRendererForSitePerProcess,BackForwardCache",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)


class Browser:
    """A browser with one page, which each test finds empty.

    `driver` is selenium's, for what has no method here.
    """

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, place: Path | str) -> None:
        """Open a file or an address and wait until it is loaded."""
        self.driver.get(place.resolve().as_uri() if isinstance(place, Path) else place)

    def reset(self) -> None:
        """Leave the page, forget what it kept, and take the usual size and preferences."""
        self.driver.get("about:blank")
        kept = {"origin": "*", "storageTypes": "all"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", kept)
        self.resize(*USUAL_SIZE)
        self.prefer()
        self.touch(False)
        self.problems()
        self.requests()

    def resize(self, width: int, height: int) -> None:
        """Give the page this size, in pixels."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, media: str = "screen", scheme: str = "light", motion: str = "") -> None:
        """Choose what the person prefers.

        `media` is screen or print, `scheme` light or dark, `motion` reduce or nothing.
        """
        wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": motion}
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        emulated = {"media": media, "features": features}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", emulated)

    def script(self, body: str, *values: Any) -> Any:
        """Run the body of a function in JavaScript and return what it returns.

        The `values` are its `arguments`.
        """
        return self.driver.execute_script(body, *values)

    def until(self, condition: str, *values: Any, patience: float = PATIENCE) -> Any:
        """Wait until an expression in JavaScript is true, and return its value."""
        end = time.monotonic() + patience
        while not (value := self.script(f"return {condition}", *values)):
            if time.monotonic() > end:
                pytest.fail(f"not in {patience:g} s: {condition}; the console: {self.problems()}")
            time.sleep(0.02)
        return value

    def touch(self, enabled: bool = True) -> None:
        """Let the page believe that it is used by touch, with no mouse."""
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": enabled})

    def find(self, selector: str) -> Any:
        """Return the first element of a CSS selector, as selenium has it."""
        return self.driver.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        """Return the words of the first element of a selector, those of an SVG too."""
        return str(self.script("return arguments[0].textContent", self.find(selector)))

    def texts(self, selector: str) -> list[str]:
        """Return the words of each element of a selector."""
        body = "return Array.from(document.querySelectorAll(arguments[0]), e => e.textContent)"
        return list(self.script(body, selector))

    def click(self, selector: str) -> None:
        """Click on the first element of a selector, as with a mouse: it must be in sight."""
        self.find(selector).click()

    def tap(self, selector: str) -> None:
        """Touch the first element of a selector with a finger."""
        box = self.find(selector).rect
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind, points in (("touchStart", [middle]), ("touchEnd", [])):
            event = {"type": kind, "touchPoints": points}
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", event)

    def press(self, *keys: str) -> None:
        """Press keys one after another where the focus is.

        A key is a character or a name of selenium's `Keys` (`right`, `space`, `page_down`, `f1`);
        others are held down meanwhile if they stand before it (`shift+tab`).
        """
        from selenium.webdriver import ActionChains, Keys

        def key(name: str) -> str:
            return name if len(name) == 1 else str(getattr(Keys, name.upper()))

        actions = ActionChains(self.driver, duration=0)
        for pressed in keys:
            *held, last = pressed.split("+") if len(pressed) > 1 else [pressed]
            for name in held:
                actions.key_down(key(name))
            actions.send_keys(key(last))
            for name in reversed(held):
                actions.key_up(key(name))
        actions.perform()

    def problems(self) -> list[str]:
        """Return the errors on the console since the last call; the test is answerable for them.

        Those that nobody asks for fail the test at its end.
        """
        entries = self.driver.get_log("browser")
        found = [entry["message"] for entry in entries if entry["level"] == "SEVERE"]
        return [message for message in found if "/favicon.ico " not in message]

    def requests(self) -> list[str]:
        """Return the addresses that were requested since the last call, also in vain."""
        events = [json.loads(entry["message"]) for entry in self.driver.get_log("performance")]
        sent = [event["message"] for event in events]
        addresses = [
            event["params"]["request"]["url"]
            for event in sent
            if event["method"] == "Network.requestWillBeSent"
        ]
        return [place for place in addresses if place != "about:blank"]

    def accessible(self) -> list[tuple[str, str]]:
        """Return role and name of all that a screen reader finds, in its order."""
        tree = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})
        return [
            (node["role"]["value"], node.get("name", {}).get("value", "").strip())
            for node in tree["nodes"]
            if not node["ignored"] and node["role"]["value"] != "InlineTextBox"
        ]

    def screenshot(self, file: Path, *, whole: bool = False) -> None:
        """Write a picture of the page as PNG, of the `whole` page if one must scroll."""
        wanted = {"format": "png", "captureBeyondViewport": whole}
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", wanted)
        file.write_bytes(base64.b64decode(taken["data"]))


@contextmanager
def chromium(profile: Path) -> Iterator[Browser]:
    """Yield a new Chromium that keeps its files in the folder `profile`.

    Without one, skip the test; if CI is set, let it fail.
    """
    try:
        from selenium import webdriver
        from selenium.common import WebDriverException
        from selenium.webdriver.chrome.service import Service
    except ImportError:
        skip_for("there is no selenium")
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    chromedriver = shutil.which("chromedriver")
    if program is None or chromedriver is None:
        skip_for("there is no Chromium with its chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium has none for root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    try:
        driver = webdriver.Chrome(options=options, service=Service(chromedriver))
    except WebDriverException as error:
        skip_for(f"Chromium does not start: {error.msg}")
    driver.set_page_load_timeout(PATIENCE)
    driver.set_script_timeout(PATIENCE)
    try:
        browser = Browser(driver)
        browser.reset()
        yield browser
    finally:
        driver.quit()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Yield the address at which the files of `folder` are served; it ends in a slash."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
