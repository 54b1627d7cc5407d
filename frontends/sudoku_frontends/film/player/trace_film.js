// The film of a trace: the lines of a function with their values, and the board that it looks at.

import { BoardPicture, Painter, THEMES, preferredTheme } from "./painter.js";
import { button, html, icon, say } from "./elements.js";
import { listenToKeys } from "./inputs.js";

const PAUSE = 700; // milliseconds between two moments while it plays

export class TraceFilm {
  /**
   * Show the document `trace` in `root`; it listens to keys in `keys`, by default in itself.
   * @param {HTMLElement} root
   * @param {any} trace
   * @param {{theme?: string, keys?: EventTarget}} options `theme`: by default as the browser prefers
   */
  constructor(root, trace, { theme = "auto", keys } = {}) {
    this.root = root;
    this.trace = trace;
    this.painter = new Painter(trace);
    this.theme = THEMES.includes(theme) ? THEMES.indexOf(theme) : preferredTheme();
    this.ends = new AbortController();
    this.place = trace.focus;
    this.hasStep = false;
    this.picture = new BoardPicture(trace.board, { id: "board" });
    this.words = html("p", { id: "step", role: "status", "aria-live": "polite" });
    this.rows = new Map();
    this.values = html("dl", { class: "values", tabindex: "0", "aria-label": "Variables" });
    this.slider = html("input", { type: "range", min: 0, max: this.last, "aria-label": "Moment" });
    this.count = html("span", { class: "counts" });
    this.play = this.button("play_or_pause", "play", "Play", "space");
    this.play.append(icon("pause"));
    this.toggle = button("The step on the board", () => this.act("step"), { class: "reveal", "aria-keyshortcuts": "s" }, "Step");
    const ways = html("div", { class: "ways" }, this.button("home", "start", "First", "Home"), this.button("back", "back", "Back", "ArrowLeft"), this.play, this.button("forward", "forward", "Forward", "ArrowRight"), this.button("end", "end", "Last", "End"));
    this.controls = html("footer", { class: "controls" }, this.slider, html("div", { class: "line" }, ways, this.count, trace.step ? this.toggle : "", this.button("theme", "theme", "Change colours", "t")));
    this.code = html("section", { class: "code", tabindex: "0", "aria-label": "Code" }, ...trace.blocks.map((block, index) => this.block(block, index)));
    const seen = html("section", { class: "seen", "aria-label": "Board" }, this.picture.element, this.words, this.values);
    const halves = html("div", { class: "halves" }, this.head(), this.code, seen, this.controls);
    this.frame = html("div", { class: "film trace", tabindex: "-1" }, halves);
    root.append(this.frame);
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    listenToKeys(keys ?? this.frame, (key) => this.press(key), this.ends.signal);
    this.dress();
    this.show();
    requestAnimationFrame(() => this.show()); // by then its lines have places
  }

  destroy() {
    this.pause();
    this.ends.abort();
    this.frame.remove();
  }

  get last() {
    return Math.max(this.trace.moments.length - 1, 0);
  }

  button(action, picture, label, key) {
    return button(label, () => this.act(action), { class: action, "aria-keyshortcuts": key }, icon(picture));
  }

  /** Return the title, the fault, and the trace's remarks: each remark leads to its moment. */
  head() {
    const { title, about, step, is_wrong: isWrong, remarks, left_out: leftOut, n_boards: boards, blocks } = this.trace;
    const told = remarks.map(({ text, moment }) => html("li", {}, moment < 0 ? text : button(text, () => this.goTo(moment), {}, text)));
    const never = blocks.some((block) => block.never.length) ? [`Grey: never runs on any of ${boards} boards.`] : [];
    const notes = [...never, ...leftOut.map((what) => `Left out: ${what}.`)].map((text) => html("p", { class: "small" }, text));
    const found = step ? [html("p", {}, `${isWrong ? "Wrong" : "It should find"}: ${step}`)] : [];
    return html("header", { class: "top" }, html("h1", {}, title), html("p", {}, about), ...found, html("ol", { class: "remarks" }, ...told), ...notes);
  }

  block({ name, file, first, lines, never }, index) {
    const rows = lines.map((line, at) => {
      const number = first + at;
      const beside = html("span", { class: "beside" });
      const row = html("li", { class: never.includes(number) ? "never" : "" }, html("span", { class: "number" }, `${number}`), html("code", { style: `--indent: ${line.search(/\S|$/) + 4}ch` }, line || " "), beside);
      row.addEventListener("click", () => this.goToLine(index, number));
      this.rows.set(`${index}:${number}`, { row, beside });
      return row;
    });
    return html("div", {}, html("h2", {}, `${name} (${file})`), html("ol", { class: "lines" }, ...rows));
  }

  /** Go to the next moment of a line; after the last one comes the first. */
  goToLine(block, line) {
    const places = this.trace.moments.flatMap((each, at) => (each.block === block && each.line === line ? [at] : []));
    if (places.length) this.goTo(places.find((at) => at > this.place) ?? places[0]);
  }

  goTo(place) {
    this.place = Math.min(Math.max(place, 0), this.last);
    this.hasStep = false;
    this.show();
  }

  /** Do what a key means; return whether it means anything. */
  press(key) {
    const action = KEYS[key];
    if (action) this.act(action);
    return Boolean(action);
  }

  act(action) {
    if (action !== "play_or_pause") this.pause();
    if (action === "play_or_pause") this.playOrPause();
    else if (action === "theme") this.dress((this.theme + 1) % THEMES.length);
    else if (action === "step") this.hasStep = !this.hasStep;
    else this.goTo({ home: 0, back: this.place - 1, forward: this.place + 1, end: this.last, focus: this.trace.focus }[action]);
    this.show();
  }

  playOrPause() {
    if (this.timer) this.pause();
    else {
      if (this.place === this.last) this.goTo(0);
      this.timer = setInterval(() => {
        this.goTo(this.place + 1);
        if (this.place === this.last) this.pause();
      }, PAUSE);
    }
    this.controls.classList.toggle("playing", Boolean(this.timer));
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.controls.classList.remove("playing");
  }

  dress(theme = this.theme) {
    this.theme = theme;
    this.frame.dataset.theme = THEMES[theme];
    for (const [name, index] of Object.entries(this.trace.colours)) {
      this.frame.style.setProperty(`--${name}`, this.painter.colour(index, theme));
    }
    this.root.dispatchEvent(new CustomEvent("film-theme", { detail: THEMES[theme], bubbles: true }));
  }

  /** Show the moment: its line, the latest values next to all lines, and the board. */
  show() {
    const { moments, pictures } = this.trace;
    const moment = moments[this.place];
    const picture = this.hasStep || !moment ? 0 : moment.picture;
    this.picture.paint(pictures[picture], this.painter, this.theme);
    this.toggle.setAttribute("aria-pressed", this.hasStep);
    for (const { row, beside } of this.rows.values()) {
      row.removeAttribute("aria-current");
      say(beside, "");
    }
    if (!moment) return;
    const notes = this.notes();
    for (const [key, text] of notes) say(this.rows.get(key).beside, text);
    const { row } = this.rows.get(`${moment.block}:${moment.line}`);
    row.setAttribute("aria-current", "true");
    this.reveal(row);
    say(this.words, [noteOf(moment), moment.words].filter(Boolean).join(" — "));
    this.values.replaceChildren(...[...this.known(moment)].map(([name, text]) => html("div", {}, html("dt", {}, name), html("dd", {}, text))));
    this.slider.value = this.place;
    say(this.count, `line ${moment.line} · ${this.place + 1} of ${moments.length}`);
  }

  /** Scroll the code to a `row`, and not the page. */
  reveal(row) {
    const { code } = this;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < code.scrollTop) code.scrollTop = top;
    else if (bottom > code.scrollTop + code.clientHeight) code.scrollTop = bottom - code.clientHeight;
  }

  /** Return the notes next to the lines: for each function, its latest call so far. */
  notes() {
    const latest = new Map();
    for (const moment of this.trace.moments.slice(0, this.place + 1)) {
      const { block, frame, line } = moment;
      const before = latest.get(block)?.frame === frame ? latest.get(block).notes : [];
      const isLast = this.place === this.last;
      // A loop begins again: what was below its line is over.
      const notes = before.filter((each) => (isLast ? each.line !== line : each.line < line));
      latest.set(block, { frame, notes: [...notes, moment] });
    }
    return [...latest.values()].flatMap(({ notes }) => notes.map((each) => [`${each.block}:${each.line}`, noteOf(each)]));
  }

  known({ frame }) {
    const before = this.trace.moments.slice(0, this.place + 1).filter((each) => each.frame === frame);
    return new Map(before.flatMap(({ values }) => values));
  }
}

const KEYS = {
  Left: "back",
  Right: "forward",
  Up: "back",
  Down: "forward",
  Home: "home",
  End: "end",
  space: "play_or_pause",
  f: "focus",
  s: "step",
  t: "theme",
};

/** Return what a line did: the values that it changed, its condition, its step or error. */
function noteOf({ values, truth, why, note }) {
  const held = values.map(([name, text]) => `${name} = ${text}`);
  const said = truth === null ? [] : [`${truth ? "True" : "False"}${why ? `: ${why}` : ""}`];
  return [...held, ...said, ...(note ? [note] : [])].join("; ");
}
