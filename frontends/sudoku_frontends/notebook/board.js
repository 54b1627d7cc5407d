// The board in a notebook, as far as the page knows it.

import { HandBoard } from "player/hand_board.js";
import { unpacked } from "player/unpacked.js";
import { isOnDark, watchTheme } from "./page.js";

/** Milliseconds from an answer to the next look while a strategy is at work. */
const PATIENCE = 60;

/** The page's message when the kernel was restarted and does not answer. */
const LOST = "This board has lost its Python: run its cell again.";

async function render({ model, el }) {
  const board = new HandBoard(send);
  el.append(board.element);

  let timer = 0;
  let size = {};

  async function showPicture() {
    const packed = model.get("_picture");
    const text = await unpacked(packed);
    if (packed === model.get("_picture")) board.paint(text); // else a newer one is on its way
  }

  /** Send Python a message; without Python, say so where the board stood. */
  function send(message) {
    try {
      model.send(message);
    } catch {
      board.element.dataset.lost = LOST;
      board.say(LOST);
    }
  }

  function showWords() {
    board.say(model.get("_words"));
  }

  function switchDrawing() {
    board.isDrawing = model.get("_is_drawing");
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

  const takeMessage = (message) => {
    if (message.copied) navigator.clipboard?.writeText(message.copied);
    if (message.looked) look();
  };
  const listeners = {
    "change:_picture": showPicture,
    "change:_words": showWords,
    "change:_is_drawing": switchDrawing,
    "change:grid": tellGrid,
    "change:_is_thinking": look,
    "msg:custom": takeMessage,
  };
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  const watcher = new ResizeObserver(sendSize);
  await showPicture();
  watcher.observe(el);
  const endWatch = watchTheme(sendSize);
  showWords();
  switchDrawing();
  look();
  return () => {
    clearTimeout(timer);
    watcher.disconnect();
    endWatch();
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
  };
}

export default { render };
