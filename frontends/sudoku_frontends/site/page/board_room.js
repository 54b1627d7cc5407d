/** The Board room: a puzzle to play. Keys and clicks are drawn at once, and go to Python's editor. */

import { keep, kept } from "./drafts.js";
import { button, byId } from "./elements.js";
import { EntryModel, entryOfLine, plainLine } from "./entry_model.js";
import { EntryPainter } from "./entry_painter.js";
import { Film } from "player/film.js";
import { HandBoard } from "player/hand_board.js";
import { html, word } from "player/elements.js";
import { NoAnswer, Python } from "./python.js";
import { filmTheme, keepTheme, theme, whenPreferred } from "./theme.js";

/** The address names the puzzle, so that it can be sent. */
const LINK = "#puzzle=";

/** What is kept of a puzzle, and the list of those that are kept, the last one first. */
const placeOf = (puzzle) => `board:${puzzle}`;
const LATEST = "boards";

/** The number of puzzles of which the browser keeps what was entered. */
const MOST = 60;

/** Milliseconds until the page says that Python is at work. */
const PATIENCE = 300;

const MODES = { [word("Digit")]: "", [word("Notes")]: "d", [word("Middle")]: "/", [word("Colour")]: "-", [word("Mark 1")]: "F2", [word("Mark 2")]: "F3" };
const IDS = { d: "notes", "/": "centres", "-": "shades" };
const MOVES = { [word("Undo")]: "u", [word("Redo")]: "Control-y", [word("Set savepoint")]: "[", [word("Back to it")]: "]", [word("Restart")]: "Home" };
const ASKS = {
  [word("Hint")]: "?",
  [word("Check")]: "c",
  [word("One step")]: "x",
  [word("All steps")]: "*",
  [word("Why not?")]: "w",
  [word("Before my mistake")]: "F5",
  [word("Show mistakes")]: "F10",
  [word("Candidates")]: "m",
  [word("Places of a digit")]: "F6",
};

/** Whether a finger is all there is to press keys with. */
const FINGERS = matchMedia("(hover: none) and (pointer: coarse)");

const json = async (name) => (await fetch(new URL(name, import.meta.url))).json();

class BoardRoom {
  /** What Python has not been told yet: inputs, each with the cell `at` which it is, and questions. @type {any[]} */ inputs = [];
  /** @type {(object | null)[]} */ asks = [];
  /** The board: a number for Python, how it begins, and the puzzle. @type {any} */ current;
  /** @type {any[]} the steps that are listed */ steps = [];
  number = 0;
  /** @type {any} what is entered */ model;
  /** @type {any} the last answer */ answer;
  /** Why the puzzle has not one solution; empty if nothing is known. */ fault = "";
  isReady = false;
  isAsking = false;
  isNew = false;
  /** @type {number | undefined} */ later;

  constructor(settings, first) {
    this.first = first;
    this.hand = new HandBoard((message) => this.take(message));
    this.hand.hasNoteKeys = true;
    this.painter = new EntryPainter(this.hand.picture);
    this.#makeButtons();
    this.python = new Python(settings, (state) => this.#tellState(state));
    addEventListener("hashchange", () => this.#openLink());
    addEventListener("paste", (event) => this.#paste(event));
    whenPreferred(() => this.#drawInTheme());
    addEventListener("storage", ({ key, newValue }) => this.#heardOf(key, newValue));
    if (!this.#openLink()) this.open(kept(LATEST)?.[0] ?? first.puzzle);
  }

  #makeButtons() {
    const pressing = (keys) => Object.entries(keys).map(([words, key]) => button(words, () => this.#press(key), { "data-key": key }));
    byId("modes").append(...pressing(MODES));
    byId("moves").append(...pressing(MOVES));
    byId("asks").append(...pressing(ASKS));
    byId("shares").append(
      button("Open …", () => this.#showOpening()),
      button("Copy link", () => this.#copy(location.href, word("The link to this puzzle is copied."))),
      button("Picture (SVG)", () => save("sudoku.svg", new Blob([this.#picture()], { type: "image/svg+xml" }))),
      button("Picture (PNG)", () => this.#savePng()),
      button("Film", () => this.ask({ film: word("How it is solved") })),
      button("Print a sheet", () => this.ask({ sheet: "Sudoku" })),
      button(word("Keys"), () => this.#press("F1"), { "data-key": "F1" }),
    );
    // The board keeps the focus, so that keys go on working.
    for (const part of ["pad", "asks", "list", "shares"]) byId(part).addEventListener("mousedown", (event) => event.preventDefault());
    byId("solve").onclick = () => this.ask({ up_to: byId("last").value });
    byId("rate").onclick = () => this.ask({ rate: byId("scale").value });
    byId("stop").onclick = () => this.python.stop();
    byId("print").onclick = () => byId("sheet").contentWindow.print();
    byId("opening-form").onsubmit = (event) => {
      event.preventDefault();
      this.open(byId("opening-text").value);
    };
    for (const close of document.querySelectorAll("dialog .close")) close.addEventListener("click", () => close.closest("dialog")?.close());
    byId("showing").onclose = () => this.film?.destroy();
  }

  /** Open the puzzle that the address names; return whether it names any. */
  #openLink() {
    if (!location.hash.startsWith(LINK)) return false;
    try {
      const text = decodeURIComponent(location.hash.slice(LINK.length));
      if (text && text !== this.current?.puzzle) this.open(text);
      return Boolean(text);
    } catch {
      this.#refuse(word("This link is damaged: copy it again, up to its end."));
      return true;
    }
  }

  /** Open the puzzle in `text`: at once if it is a plain one, else when Python has read it. */
  open(text) {
    this.#say("");
    this.refused = "";
    const line = plainLine(text);
    if (line) this.#begin(line, entryOfLine(line), kept(placeOf(line)));
    else if (text.trim()) {
      const cells = text.replace(/\s/g, "");
      if (cells.length !== 81 && /^[.0-9]{60,100}$/.test(cells)) return this.#refuse(word("It has {n} cells, not 81: is it cut short?", { n: cells.length }));
      if (!this.isReady) this.#refuse(word("This is read as soon as Python is ready."), false);
      this.before = this.current;
      this.#goOn({ number: (this.number += 1), puzzle: text, kept: null, isTried: true });
    } else this.#refuse(word("There is nothing in it: paste a puzzle."));
    return undefined;
  }

  /** Say why a puzzle is not open; if it `isFinal`, open another puzzle if none is open. */
  #refuse(why, isFinal = true) {
    if (isFinal && !this.current) {
      this.open(kept(LATEST)?.[0] ?? this.first.puzzle);
      this.refused = why; // the first answer about the other puzzle shall not wipe it out
    }
    if (byId("opening").open) byId("opening-wrong").textContent = why;
    else this.#say(why);
  }

  /** Begin with `puzzle`, whose entry is `first`, as far as it was `kept`. */
  #begin(puzzle, first, kept) {
    this.model = new EntryModel(first, kept ?? undefined);
    this.#drawAnew();
    this.#named(puzzle);
    this.#say(this.fault = this.model.fault());
    this.#goOn({ number: (this.number += 1), puzzle, kept: this.model.kept() });
  }

  #goOn(board) {
    if (!byId("stop").hidden) this.python.stop(); // nobody waits for the board before
    [this.current, this.inputs, this.asks, this.isNew] = [board, [], [], true];
    this.#tell();
  }

  /** The puzzle is open: the address and the list of the latest have it. */
  #named(puzzle) {
    byId("opening").close();
    if (!this.hand.element.isConnected) byId("hand").append(this.hand.element);
    this.hand.element.focus({ preventScroll: true });
    this.#say("");
    history.replaceState(null, "", LINK + encodeURIComponent(puzzle));
    const latest = [puzzle, ...(kept(LATEST) ?? []).filter((each) => each !== puzzle)];
    for (const old of latest.splice(MOST)) keep(placeOf(old), null);
    keep(LATEST, latest);
  }

  /** Draw the model on an empty board: what the page can do without Python. */
  #drawAnew() {
    const { picture, colours } = this.first.themes[theme()];
    this.hand.paint(picture);
    this.painter.begin(new EntryModel(entryOfLine(".".repeat(81))), this.first.frame, colours);
    this.#drawModel();
  }

  /** The browser prefers another theme: draw the board in it, and have Python do so. */
  #drawInTheme() {
    if (this.model && !this.isReady) this.#drawAnew();
    this.asks.push(null);
    this.#tell();
  }

  #drawModel() {
    this.painter.paint(this.model);
    this.#showPad();
  }

  /** Take an input: draw what it does, and tell Python. */
  take(message) {
    if (!this.model || this.current.isTried) return;
    const at = "x" in message ? this.painter.cellAt(message, this.model.now.n) : null;
    const before = this.model.now;
    this.model.apply(message, at);
    this.#drawModel();
    if (!this.isReady) {
      this.hand.say(this.model.words());
      byId("reason").textContent = this.model.refusal || `${word("You can play.")} ${this.#afterPython}`;
    }
    if (this.model.now !== before) this.#keep();
    this.inputs.push({ ...message, at });
    this.#tell();
  }

  #press(name) {
    const mode = Object.entries(IDS).find(([, id]) => id === this.model?.mode)?.[0] ?? (this.answer?.colour ? `F${this.answer.colour + 1}` : "");
    if (name || mode) this.take({ kind: "key", name: name || mode });
  }

  /** Have Python do what no key says. */
  ask(question) {
    this.asks.push(question);
    this.#tell();
    if (!this.isReady) this.#say(this.#afterPython);
  }

  /** When hints, and all else that needs Python, come, in words. */
  get #afterPython() {
    return this.python.hasFailed ? word("Hints need Python, which does not run.") : word("Hints come as soon as Python is ready.");
  }

  /** Send new inputs to Python, one request after another, so that none is lost if a person is quicker than Python. */
  async #tell() {
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.isNew || this.inputs.length || this.asks.length) {
      this.isNew = false;
      const board = this.current;
      const request = { task: "play", board: board.number, puzzle: board.puzzle, kept: board.kept, inputs: this.inputs.splice(0), asked: this.asks.shift() ?? null, width: this.first.side, theme: theme(), isWhy: Boolean(this.answer?.switches.w) };
      request.isWhy ||= request.inputs.some(({ name }) => name === "w");
      try {
        const answer = await this.python.ask(request);
        if (answer.picture && answer.theme !== request.theme) keepTheme(answer.theme);
        if (board === this.current) this.#show(answer);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (!error.isReplaced && board === this.current) this.#say(this.refused = error.message);
        if (board === this.current && board.kept) [board.kept, this.isNew, this.inputs] = [this.model.kept(), true, []];
      }
    }
    this.isAsking = false;
  }

  #show(answer) {
    const { current } = this;
    if (!answer.picture) {
      if (current.isTried) this.current = this.before;
      this.#refuse(answer.problems.map(({ what }) => what.replace(/^clipboard:(\d+)(:\d+)?/, `${word("Line")} $1`)).join(" "));
      return;
    }
    if (current.isTried) {
      this.#named(answer.puzzle);
      const left = kept(placeOf(answer.puzzle));
      if (left) return this.#begin(answer.puzzle, answer.entry, left);
    }
    if (answer.copied) this.#copy(answer.copied, "");
    const isFirst = current.isTried || !this.model;
    if (isFirst) this.model = new EntryModel(answer.entry);
    this.answer = answer;
    this.hand.isDrawing = answer.isDrawing;
    this.model.take(answer);
    Object.assign(current, { puzzle: answer.puzzle, kept: this.model.kept(), isTried: false });
    this.hand.paint(answer.picture);
    this.painter.begin(this.model, answer.frame, this.first.themes[answer.theme].colours);
    for (const each of this.inputs) this.model.apply(each, each.at);
    this.#drawModel();
    this.#keep();
    this.fault = answer.fault;
    this.#tellWords(answer);
    this.#list(answer.listed);
    this.#showMore(answer);
    return undefined;
  }

  #tellWords({ title, reason, status, words, problems, rated }) {
    byId("title").textContent = rated ? word("Rating") : title;
    byId("reason").textContent = rated ?? reason;
    byId("keys").textContent = FINGERS.matches ? byButtons(status) : status;
    this.hand.say(words);
    this.#say(problems.map(({ what }) => what).join(" ") || this.refused || this.fault);
    this.refused = "";
  }

  /** Show what a question brought: a film or a sheet; and the strategies to choose from. */
  #showMore({ film, sheet, strategies }) {
    const last = byId("last");
    if (last.options.length !== strategies.length) {
      last.replaceChildren(...strategies.map(([id, name]) => html("option", { value: id }, name)));
    }
    if (film) {
      byId("showing").showModal();
      this.film = new Film(byId("film"), film, { theme: filmTheme(), keys: byId("showing") });
      this.film.focus();
    }
    if (sheet) {
      byId("sheet").srcdoc = sheet;
      byId("printing").showModal();
    }
  }

  /** List the steps: of each kind the simplest, below it the others. */
  #list(listed) {
    const list = byId("list");
    list.hidden = !listed;
    if (!listed) return;
    if (JSON.stringify(listed.steps) !== JSON.stringify(this.steps)) {
      this.steps = listed.steps;
      const kinds = new Map();
      this.steps.forEach((step, place) => kinds.set(step.kind, [...(kinds.get(step.kind) ?? []), [step, place]]));
      list.replaceChildren(html("ol", {}, ...Array.from(kinds.values(), ([first, ...others]) => html("li", {}, this.#line(...first),
        ...(others.length ? [html("details", {}, html("summary", {}, word("{n} more of {kind}", { n: others.length, kind: first[0].kind })), ...others.map((each) => this.#line(...each)))] : [])))));
    }
    for (const line of list.querySelectorAll("button")) {
      if (line.dataset.place === String(listed.place)) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    }
  }

  /** Return the line of a step: it shows the step, and applies it if it is shown. */
  #line(step, place) {
    const act = (event) => (event.currentTarget.ariaCurrent ? this.#press("Return") : this.ask({ choose: place }));
    return button(`${step.text}, ${step.then}`, act, { "data-place": place, title: word("Show it; again: apply it") });
  }

  /** Make the buttons of the digits, with these `signs`. */
  #makeDigits(signs) {
    const erase = signs.includes("0") ? "Delete" : "0";
    const made = [...Array.from(signs, (sign) => [sign, sign]), [word("Erase"), erase]];
    byId("digits").replaceChildren(...made.map(([words, key]) => button(words, () => this.#press(key), { "data-key": key })));
    this.signs = signs;
  }

  #showPad() {
    const { mode, digit, now, cells, signs } = this.model;
    const shown = now.signs ?? signs.slice(0, 9);
    if (this.signs !== shown) this.#makeDigits(shown);
    const colour = this.answer?.colour;
    const key = Object.entries(IDS).find(([, id]) => id === mode)?.[0] ?? (colour ? `F${colour + 1}` : "");
    for (const each of byId("modes").children) each.ariaPressed = String(each.dataset.key === key);
    for (const [switched, isOn] of Object.entries(this.answer?.switches ?? {})) {
      const each = Array.from(byId("asks").children).find(({ dataset }) => dataset.key === switched);
      if (each) each.ariaPressed = String(isOn);
    }
    const digits = byId("digits");
    digits.classList.toggle("shades", mode === "shades");
    Array.from(digits.children).forEach((each, place) => {
      const isErase = place === shown.length;
      each.ariaPressed = String(!cells.size && digit === (isErase ? 0 : place + 1));
      each.disabled = !isErase && place >= now.n;
      if (!isErase && place < now.n) this.#showLeft(each, now.n - now.digits.filter((placed) => placed === place + 1).length);
      each.style.setProperty("--shade", this.painter.colours.shades[(place + 1) % 9]);
    });
  }

  /** Show in the button of a digit how many of it are not placed yet. */
  #showLeft(button, left) {
    const digit = button.dataset.key;
    if (button.dataset.left === String(left)) return;
    button.dataset.left = left;
    button.ariaLabel = word("{digit}, {left} left", { digit, left });
  }

  /** Keep the entries. */
  #keep() {
    const { puzzle, isTried } = this.current;
    if (!isTried) keep(placeOf(puzzle), this.model.kept()); // where nothing is kept, the list of rooms says so
  }

  /** Another window has kept something: say so if it is this puzzle. */
  #heardOf(key, value) {
    if (!key?.endsWith(placeOf(this.current?.puzzle)) || !value) return;
    this.#say(word("This puzzle is open in another window, too; only the latest changes are kept. "));
    byId("news").append(button(word("Show the changes made there"), () => this.#begin(this.current.puzzle, this.model.first, JSON.parse(value))));
  }

  #say(words) {
    const news = byId("news");
    if (news.textContent !== words) news.textContent = words;
  }

  #tellState(state) {
    document.body.dataset.state = state.is;
    this.isReady ||= state.is === "ready";
    clearTimeout(this.later);
    const tell = () => {
      byId("stop").hidden = state.is !== "busy";
      byId("doing").textContent = { ready: "", busy: word("Working …"), failed: `${state.what} ${word("You can play without it; hints need it.")}` }[state.is] ?? state.what;
    };
    if (state.is === "busy") this.later = setTimeout(tell, PATIENCE);
    else tell();
  }

  #paste(event) {
    if (event.target.closest?.("input, textarea")) return;
    event.preventDefault();
    this.open(event.clipboardData.getData("text/plain"));
  }

  #showOpening() {
    byId("opening-wrong").textContent = "";
    byId("opening-text").value = "";
    byId("opening").showModal();
  }

  async #copy(text, words) {
    try {
      await navigator.clipboard.writeText(text);
      this.#say(words);
    } catch {
      this.#say(word("This browser does not allow copying: the address of the page is the link."));
    }
  }

  /** Return the picture of the board as an SVG document. */
  #picture() {
    return new XMLSerializer().serializeToString(this.hand.picture.firstElementChild);
  }

  async #savePng() {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.#picture())}`;
    await image.decode();
    const canvas = html("canvas", { width: 2 * this.first.side, height: 2 * this.first.side });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save("sudoku.png", blob));
  }
}

/** Return what keys do, as `status` says it, with the buttons in their place. */
function byButtons(status) {
  const parts = status.split(" · ").map((part) => {
    const [, key, rest] = /^([^\s1-9]\S*?)((?: |: ).*)$/.exec(part) ?? [];
    const named = Array.from(byId("play").querySelectorAll("[data-key]")).find(({ dataset }) => dataset.key === key);
    if (!named) return part;
    return / .* /.test(rest) && key !== "F1" ? `“${named.textContent}”${rest}` : ""; // the buttons themselves say what is shorter
  });
  return parts.filter(Boolean).join(" · ");
}

/** Have the browser save `blob` as a file. */
function save(name, blob) {
  const link = html("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const [settings, first] = await Promise.all([json("site.json"), json("board.json")]);
new BoardRoom(settings, first);
