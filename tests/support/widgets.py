"""A page with a widget: what Jupyter, VS Code, Colab and marimo do, between a browser and us."""

import json
import time
from pathlib import Path
from typing import Any

from anywidget import AnyWidget

from tests.support.browser import PATIENCE, Browser

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<title>A notebook</title>
<body style="background: BACKGROUND">
<input id="before" aria-label="before">
<div id="cell" style="width: 800px"></div>
<input id="after" aria-label="after">
<script type="module">
import widget from "./widget.js";

const state = STATE;
const handlers = new Map();
const fire = (name, value) => (handlers.get(name) ?? []).forEach((handler) => handler(value));
const changed = new Set();
window.sent = [];
const model = window.model = {
  get: (name) => state[name],
  set(name, value) {
    changed.add(name);
    put(name, value);
  },
  save_changes() {
    sent.push({ state: Object.fromEntries([...changed].map((name) => [name, state[name]])) });
    changed.clear();
  },
  send: (message) => sent.push({ message }),
  on: (names, handler) =>
    names.split(" ").forEach((name) =>
      handlers.set(name, [...(handlers.get(name) ?? []), handler])),
  off: (names, handler) =>
    names.split(" ").forEach((name) =>
      handlers.set(name, (handlers.get(name) ?? []).filter((each) => each !== handler))),
};
function put(name, value) {
  if (state[name] === value) return;
  state[name] = value;
  fire(`change:${name}`);
}
window.receive = (news) => Object.entries(news).forEach(([name, value]) => put(name, value));
window.tell = (message) => fire("msg:custom", message);
window.handlers = handlers;
const el = document.getElementById("cell");
window.end = await widget.render({ model, el });
window.isReady = true;
</script>
"""


OF_ITS_CLASS = ("_esm", "_css", "_anywidget_id")
"""What a widget has once for all; the page gets it as a file."""


class WidgetPage:
    """A page that shows a widget; `told` has what the widget sent besides its state."""

    def __init__(
        self, browser: Browser, widget: Any, folder: Path, address: str, ground: str = "white"
    ) -> None:
        self.browser = browser
        self.widget = widget
        widget.send = self._tell
        of_all = AnyWidget.class_trait_names()
        self._names = {*widget.trait_names(sync=True)} - {*of_all, *OF_ITS_CLASS}
        page = PAGE.replace("BACKGROUND", ground).replace("STATE", json.dumps(self._state()))
        (folder / "page.html").write_text(page, encoding="utf-8")
        (folder / "widget.js").write_text(widget._esm, encoding="utf-8")
        browser.open(f"{address}page.html")
        browser.until("window.isReady")
        self.pass_on()

    def _state(self) -> dict[str, Any]:
        return self.widget.get_state(self._names)  # type: ignore[no-any-return]

    def _tell(self, message: Any) -> None:
        self.browser.script("tell(arguments[0])", message)

    def pass_on(self) -> None:
        """Pass on what the page sent to the widget, and what changed there to the page."""
        while news := self.browser.script("return sent.splice(0)"):
            for each in news:
                if "state" in each:
                    self.widget.set_state(each["state"])
                else:
                    self.widget._handle_custom_msg(each["message"], [])
            self.browser.script("receive(arguments[0])", self._state())

    def until(self, condition: str, *values: Any) -> None:
        """Wait until an expression in JavaScript is true; page and widget go on talking."""
        end = time.monotonic() + PATIENCE
        while not self.browser.script(f"return {condition}", *values):
            assert time.monotonic() < end, f"in vain: {condition}"
            time.sleep(0.02)
            self.pass_on()

    def show_state(self) -> None:
        """Have the page take what Python has set."""
        self.browser.script("receive(arguments[0])", self._state())
        self.pass_on()

    def press(self, *keys: str) -> None:
        """Press keys one after another where the focus is."""
        for key in keys:
            self.browser.press(key)
            self.pass_on()
