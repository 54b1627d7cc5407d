// A film of solved puzzles, in a page: `new Film(element, document)`.
//
// It plays a document that `sudoku_engine.web` makes: boards as shapes, and the words about them.
// It needs no library and no network, and finds all it needs within its own element, so that it
// also works in the shadow of another element, and several times on a page.

import { BoardPicture, Painter, THEMES } from "./painter.js";
import { BoardText, Words } from "./words.js";
import { Controls } from "./controls.js";
import { FilmPuzzle, isFault } from "./film_puzzle.js";
import { Help } from "./help.js";
import { Menu } from "./menu.js";
import { StepList } from "./step_list.js";
import { button, html, icon, showIf } from "./elements.js";

/** Limits of the delay in seconds; below the shortest, the film plays as fast as it can. */
const SHORTEST = 0.01;
const LONGEST = 30;

/** What browsers call keys otherwise than the document. */
const KEY_NAMES = { " ": "space", ArrowRight: "Right", ArrowLeft: "Left", Enter: "Return" };

const TAP = 10; // pixels that a finger may move in a tap
const SWIPE = 40; // pixels that it moves at least in a swipe

export class Film {
  /**
   * Show `film`, a document, in `root`.
   *
   * Options: `theme` (light, dark, projector, or auto: as the browser prefers), `candidates`, `labels`,
   * `playing`, `delay` in seconds, `place` ({puzzle, moment, view}, all from 0), and `keys`: the element or
   * document whose keys move the film, by default `root`. `root` gets an event `film-place` with the
   * place whenever it changes.
   */
  constructor(root, film, options = {}) {
    this.root = root;
    this.hasCandidates = options.candidates ?? true;
    this.hasLabels = options.labels ?? true;
    this.delay = options.delay ?? 0.8;
    this.isPlaying = false;
    this.note = "";
    this.ends = new AbortController();
    this.theme = this.themeOf(options.theme);
    this.build();
    this.listen(options.keys ?? root);
    this.show(film, options.place);
    if (options.playing) this.act("play_or_pause");
  }

  /** Show another document, from its start or from `place`. */
  show(film, place = {}) {
    this.pause();
    this.film = film;
    this.painter = new Painter(film);
    this.actions = new Map(film.keys.flatMap(({ keys, action }) => keys.map((key) => [key, action])));
    this.puzzles = film.puzzles.map(() => undefined);
    this.places = film.puzzles.map(() => ({ moment: 0, view: 0 }));
    this.help.show(film.keys);
    this.dress();
    this.turnTo(within(place.puzzle, film.puzzles.length));
    if (place.moment) this.goTo(place);
  }

  /** Take the film out of its page. */
  destroy() {
    this.pause();
    this.ends.abort();
    this.frame.remove();
  }

  get puzzle() {
    return this.puzzles[this.index];
  }

  /** The place in the puzzle that is shown: a moment and its view. */
  get place() {
    return this.places[this.index];
  }

  /** Go to a place; without a view, all of its moment is shown. */
  goTo({ moment, view }) {
    const whole = this.puzzle.whole(within(moment, this.puzzle.last + 1));
    this.move(view === undefined ? whole : { ...whole, view: within(view, whole.view + 1) });
  }

  build() {
    this.words = new Words();
    this.steps = new StepList((moment) => this.leap(this.puzzle.whole(moment)));
    this.controls = new Controls(
      (action) => this.act(action),
      (progress) => this.leap(this.puzzle.toProgress(progress)),
      (stage) => this.leap(this.puzzle.atStage(this.place, stage)),
    );
    this.help = new Help();
    this.puzzleMenu = new Menu("Puzzle", (index) => this.turnTo(index), { id: "puzzles" });
    this.techniqueMenu = new Menu("Techniques", (index) => this.leap(this.puzzle.toTechnique(this.place, index)), {
      id: "techniques",
    });
    this.heading = html("h1", { class: "puzzle-title" });
    this.toggles = ["candidates", "labels"].map((name) =>
      button(`Show ${name}`, () => this.act(name), { "aria-keyshortcuts": name[0], class: "toggle" }, icon(name)),
    );
    const theme = button("Change colours", () => this.act("theme"), { "aria-keyshortcuts": "t" }, icon("theme"));
    const help = button("Keys", () => this.act("help"), { "aria-keyshortcuts": "?" }, icon("help"));
    const head = html(
      "header",
      { class: "head" },
      html("div", { class: "which" }, this.heading, this.puzzleMenu.element),
      this.techniqueMenu.element,
      html("div", { class: "tools" }, ...this.toggles, theme, help),
    );
    this.stand = html("div", { class: "stand" });
    const list = html("nav", { class: "list", "aria-label": "Steps" }, this.steps.element);
    const layout = html("div", { class: "layout" }, head, this.stand, this.words.element, list, this.controls.element);
    this.frame = html("div", { class: "film", tabindex: "-1" }, layout, this.help.element);
    this.root.append(this.frame);
  }

  listen(keys) {
    const { signal } = this.ends;
    keys.addEventListener("keydown", (event) => this.press(event), { signal });
    let start;
    this.stand.addEventListener("pointerdown", (event) => (start = event.button ? undefined : event), { signal });
    this.stand.addEventListener("pointerup", (event) => this.tap(start, event), { signal });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.isAuto && this.changeTheme(this.themeOf("auto")), { signal });
  }

  /** A tap on the board goes forward; a swipe turns it like a page. */
  tap(start, end) {
    if (!start) return;
    const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
    if (Math.hypot(across, down) < TAP) this.act("forward");
    else if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) {
      this.act(across < 0 ? "forward" : "back");
    }
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isTakenBy(event)) return;
    const action = this.actions.get(KEY_NAMES[event.key] ?? event.key);
    if (!action || (this.help.isOpen && action !== "help")) return;
    event.preventDefault();
    this.act(action);
  }

  /** Do what a key or button means. */
  act(action) {
    this.note = "";
    const way = WAYS[action];
    if (way) this.leap(way(this.puzzle, this.place));
    else if (DEEDS[action]) DEEDS[action](this);
    this.update();
  }

  /** Stop playing and go to a place. */
  leap(place) {
    this.pause();
    this.move(place);
  }

  move(place) {
    this.places[this.index] = place;
    this.update();
    const detail = { puzzle: this.index, ...place };
    this.root.dispatchEvent(new CustomEvent("film-place", { detail, bubbles: true }));
  }

  playOrPause() {
    if (this.isPlaying) {
      this.pause();
      return;
    }
    if (this.place.moment === this.puzzle.last) this.move(this.puzzle.whole(0));
    this.isPlaying = true;
    this.playOn();
  }

  pause() {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  playOn() {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.timer = setTimeout(() => {
      this.move(this.puzzle.whole(Math.min(this.place.moment + 1, this.puzzle.last)));
      const { moment } = this.place;
      if (moment === this.puzzle.last || isFault(this.puzzle.moments[moment])) {
        this.pause();
        this.update();
      }
      this.playOn();
    }, 1000 * this.delay);
  }

  changeSpeed(delay) {
    this.delay = delay;
    this.playOn();
    if (delay === 0) this.note = "as fast as possible";
    else if (delay < 0.1) this.note = `${Math.round(1 / delay)} steps a second`;
    else this.note = `${Number(delay.toPrecision(3))} s a step`;
  }

  /** Show the puzzle with this index where it was left. */
  turnTo(index) {
    this.pause();
    this.index = index;
    this.puzzles[index] ??= new FilmPuzzle(this.film.puzzles[index]);
    const { puzzle } = this;
    this.picture = new BoardPicture(puzzle, { id: "board" });
    this.text = new BoardText(puzzle);
    this.stand.replaceChildren(this.picture.element, this.text.element);
    this.steps.show(puzzle);
    this.heading.textContent = puzzle.title;
    this.showMenus();
    this.move(this.place);
  }

  showMenus() {
    const { film, puzzle } = this;
    const isOne = film.puzzles.length === 1;
    showIf(isOne, this.heading);
    showIf(!isOne, this.puzzleMenu.element);
    this.puzzleMenu.show(
      film.puzzles.map(({ title }, index) => [`${index + 1}. ${title}`]),
      this.index,
    );
    this.puzzleMenu.words.textContent = `${this.index + 1}/${film.puzzles.length} ${puzzle.title}`;
    const counts = puzzle.techniques.map((_, index) => puzzle.moments.filter((each) => each.technique === index).length);
    this.techniqueMenu.show(puzzle.techniques.map(([, name, plugin], index) => [name, plugin ?? "", `${counts[index]}`]));
    showIf(counts.length, this.techniqueMenu.element);
  }

  /** Show what the place and the switches say. */
  update() {
    const { puzzle, place, painter, theme, isPlaying, note } = this;
    const moment = puzzle.moments[place.moment];
    const view = moment.views[place.view];
    const parts = this.hasCandidates ? view.shown : view.plain;
    this.picture.paint(parts, painter, theme);
    this.picture.element.setAttribute("aria-label", `Board of ${puzzle.title}. ${view.title}`);
    this.text.show(puzzle.digits(place), parts, painter);
    this.words.show(view, { isFault: isFault(moment), isPlaying, painter, theme });
    this.steps.choose(place.moment);
    this.controls.show(puzzle, place, { isPlaying, note });
    const labels = puzzle.places.findIndex(([name]) => name === "labels");
    this.picture.groups[labels]?.toggleAttribute("hidden", !this.hasLabels);
    for (const [index, isOn] of [this.hasCandidates, this.hasLabels].entries()) {
      this.toggles[index].setAttribute("aria-pressed", isOn);
    }
  }

  /** Return the number of a theme; one that is not named is the browser's choice. */
  themeOf(name) {
    this.isAuto = !THEMES.includes(name);
    if (!this.isAuto) return THEMES.indexOf(name);
    return matchMedia("(prefers-color-scheme: dark)").matches ? 1 : 0;
  }

  changeTheme(theme) {
    this.theme = theme;
    this.dress();
    this.update();
  }

  /** Give the page around the board the colours of the theme. */
  dress() {
    this.frame.dataset.theme = THEMES[this.theme];
    for (const [name, index] of Object.entries(this.film.colours)) {
      this.frame.style.setProperty(`--${name}`, this.painter.colour(index, this.theme));
    }
    this.root.dispatchEvent(new CustomEvent("film-theme", { detail: THEMES[this.theme], bubbles: true }));
  }
}

/** Actions that go from place to place. */
const WAYS = {
  forward: (puzzle, place) => puzzle.forward(place),
  back: (puzzle, place) => puzzle.back(place),
  reveal: (puzzle, place) => puzzle.reveal(place),
  other: (puzzle, place) => puzzle.toOther(place),
  home: (puzzle) => puzzle.whole(0),
  end: (puzzle) => puzzle.whole(puzzle.last),
};

/** All other actions. */
const DEEDS = {
  play_or_pause: (film) => film.playOrPause(),
  same: (film) => {
    if (film.puzzle.moments[film.place.moment].technique === null) {
      film.note = "N goes from a step to the next one of its strategy";
    } else film.leap(film.puzzle.toSame(film.place));
  },
  faster: (film) => film.changeSpeed(film.delay / 2 < SHORTEST ? 0 : film.delay / 2),
  slower: (film) => film.changeSpeed(Math.min(LONGEST, 2 * film.delay || SHORTEST)),
  candidates: (film) => (film.hasCandidates = !film.hasCandidates),
  labels: (film) => (film.hasLabels = !film.hasLabels),
  theme: (film) => {
    film.isAuto = false;
    film.changeTheme((film.theme + 1) % THEMES.length);
  },
  next: (film) => {
    if (film.index + 1 < film.puzzles.length) film.turnTo(film.index + 1);
    else film.note = "this is the last puzzle";
  },
  previous: (film) => {
    if (film.index) film.turnTo(film.index - 1);
    else film.note = "this is the first puzzle";
  },
  help: (film) => film.help.toggle(),
};

/** Return whether the element with the focus needs this key for itself. */
function isTakenBy(event) {
  const target = event.composedPath()[0];
  if (target.closest?.("input, select, textarea, [contenteditable]")) return true;
  return (event.key === " " || event.key === "Enter") && Boolean(target.closest?.("button, a, summary"));
}

function within(index, length) {
  return Math.min(Math.max(Math.trunc(index) || 0, 0), length - 1);
}
