// The board in a notebook: shows the picture that Python paints, and passes on keys and clicks.

import { html } from "player/elements.js";
import { KEY_NAMES } from "player/inputs.js";
import { unpacked } from "player/unpacked.js";
import { isOnDark, watchTheme } from "./page.js";

/** Milliseconds from an answer to the next look while a strategy is at work. */
const PATIENCE = 60;

/** How far the pointer moves, in the picture, before Python is told. */
const STRIDE = 6;

/** Keys of several letters that the editor has; Tab, for one, has to lead on. */
const NAMED = new Set(["Escape", "Delete", "Home", "End", "PageUp", "PageDown"]);

/** With Ctrl, only these: the others belong to the notebook and to the browser. */
const WITH_CONTROL = new Set(["z", "Z", "y", "c", "C", "u"]);

/** What the page says when the kernel was restarted, so that nobody answers. */
const LOST = "This board has lost its Python: run its cell again.";

/** Function keys that browsers need. */
const NOT_TAKEN = new Set(["F11", "F12"]);

/**
 * Return the engine's name of the key of `event`, null if the board does not take it.
 * @param {KeyboardEvent} event
 */
function keyName(event) {
  if (event.ctrlKey || event.metaKey) {
    return WITH_CONTROL.has(event.key) ? `Control-${event.key}` : null;
  }
  if (event.altKey) return null;
  if (event.key in KEY_NAMES) return KEY_NAMES[event.key];
  if (/^F\d+$/.test(event.key)) return NOT_TAKEN.has(event.key) ? null : event.key;
  return event.key.length === 1 || NAMED.has(event.key) ? event.key : null;
}

/**
 * Return the SVG document `text` as an element. It is read as XML: it holds shapes and words.
 * @param {string} text
 */
function drawn(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(root, true);
}

async function render({ model, el }) {
  const board = html("div", {
    class: "sudoku-board",
    role: "application",
    tabindex: "0",
    "aria-label": "Sudoku board",
    "aria-roledescription": "board",
    // JupyterLab has commands on plain letters.
    "data-lm-suppress-shortcuts": "true",
  });
  const picture = html("div", { class: "picture" });
  const words = html("p", { class: "words", role: "status" });
  board.append(picture, words);
  el.append(board);

  let timer = 0;
  let size = {};

  async function showPicture() {
    const packed = model.get("_picture");
    const svg = drawn(await unpacked(packed));
    if (packed !== model.get("_picture")) return; // a newer one is on its way
    // The words beside it say more, and say it when it changes.
    svg.setAttribute("aria-hidden", "true");
    picture.replaceChildren(svg);
  }

  /** Send Python a message; without Python, say so where the board stood. */
  function send(message) {
    try {
      model.send(message);
    } catch {
      board.dataset.lost = words.textContent = LOST;
    }
  }

  function showWords() {
    words.textContent = model.get("_words");
  }

  /** Say which grid the page has got: marimo runs other cells again only for what a page sets. */
  function tellGrid() {
    model.set("_seen", model.get("grid"));
    model.save_changes();
  }

  /** Ask how far a strategy is: once, as Python may be busy with a cell; its answer calls again. */
  function look() {
    clearTimeout(timer);
    if (model.get("_is_thinking")) {
      timer = setTimeout(() => send({ kind: "look" }), PATIENCE);
    }
  }

  function sendSize() {
    const now = { width: Math.floor(el.clientWidth), is_dark: isOnDark(el) };
    if (now.width > 0 && (now.width !== size.width || now.is_dark !== size.is_dark)) {
      size = now;
      send({ kind: "size", ...size });
    }
  }

  /** Return the point of the picture at which `event` is. */
  function placeOf(event) {
    const svg = picture.firstElementChild;
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  }

  function sendClick(event, button) {
    event.preventDefault();
    event.stopPropagation();
    board.focus({ preventScroll: true });
    const { x, y } = placeOf(event);
    send({ kind: "click", x, y, button });
  }

  let drawnTo = new DOMPoint();

  /** Draw the cells of a clue with the button held down. */
  function sendDrag(event) {
    if (event.buttons !== 1 || !model.get("_is_drawing")) return;
    const { x, y } = placeOf(event);
    if (Math.hypot(x - drawnTo.x, y - drawnTo.y) < STRIDE) return;
    drawnTo = new DOMPoint(x, y);
    send({ kind: "drag", x, y });
  }

  board.addEventListener("keydown", (event) => {
    const name = keyName(event);
    if (name === null) return;
    event.preventDefault();
    event.stopPropagation();
    send({ kind: "key", name });
  });
  board.addEventListener("paste", (event) => {
    event.preventDefault();
    event.stopPropagation();
    send({ kind: "paste", text: event.clipboardData.getData("text/plain") });
  });
  picture.addEventListener("click", (event) => sendClick(event, 1));
  picture.addEventListener("pointermove", sendDrag);
  picture.addEventListener("contextmenu", (event) => sendClick(event, 3));

  const takeMessage = (message) => {
    if (message.copied) navigator.clipboard?.writeText(message.copied);
    if (message.looked) look();
  };
  model.on("change:_picture", showPicture);
  model.on("change:_words", showWords);
  model.on("change:grid", tellGrid);
  model.on("change:_is_thinking", look);
  model.on("msg:custom", takeMessage);
  const watcher = new ResizeObserver(sendSize);
  await showPicture();
  watcher.observe(el);
  const endWatch = watchTheme(sendSize);
  showWords();
  look();
  return () => {
    clearTimeout(timer);
    watcher.disconnect();
    endWatch();
    model.off("change:_picture", showPicture);
    model.off("change:_words", showWords);
    model.off("change:grid", tellGrid);
    model.off("change:_is_thinking", look);
    model.off("msg:custom", takeMessage);
  };
}

export default { render };
