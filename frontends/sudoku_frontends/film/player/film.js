// A film of solved puzzles, in a page: `new Film(element, document)`.
//
// It plays a document that `sudoku_frontends.film` makes: boards as shapes, and the words about them.
// It needs no library and no network, and finds all it needs within its own element, so that it
// also works in the shadow of another element, and several times on a page.

import { BoardPicture, Painter, THEMES, preferredTheme } from "./painter.js";
import { BoardText, Words } from "./words.js";
import { Controls } from "./controls.js";
import { FilmPuzzle, isFault } from "./film_puzzle.js";
import { Head } from "./head.js";
import { Help } from "./help.js";
import { StepList } from "./step_list.js";
import { html, speak } from "./elements.js";
import { listenToPointers, listenToKeys } from "./inputs.js";

/** Limits of the delay in seconds; below the shortest, the film plays as fast as it can. */
const SHORTEST = 0.01;
const LONGEST = 30;

export class Film {
  /** @type {Painter} */ painter;
  /** @type {Map<string, string>} */ actions;
  /** @type {FilmPuzzle[]} */ puzzles;
  /** @type {{moment: number, view: number}[]} */ places;
  /** @type {BoardPicture} */ picture;
  /** @type {BoardText} */ text;

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
    this.delay = Math.min(options.delay ?? 0.8, LONGEST);
    this.isPlaying = false;
    this.isRevealing = false;
    this.isNear = false;
    this.note = "";
    this.ends = new AbortController();
    this.index = 0;
    this.isAuto = !THEMES.includes(options.theme);
    this.theme = this.isAuto ? preferredTheme() : THEMES.indexOf(options.theme);
    speak(film.words);
    this.words = new Words((thing) => this.light(thing));
    this.steps = new StepList((moment) => this.leap(this.puzzle.whole(moment)));
    this.controls = new Controls(
      (action) => this.act(action),
      (progress) => this.leap(this.puzzle.toProgress(progress)),
      (stage) => this.leap(this.puzzle.atStage(this.place, stage), true),
    );
    this.help = new Help();
    this.head = new Head(
      (action) => this.act(action),
      (index) => this.turnTo(index),
      (index) => this.leap(this.puzzle.toTechnique(this.place, index)),
    );
    this.stand = html("div", { class: "stand" });
    const list = html("nav", { class: "list", "aria-label": "Steps" }, this.steps.element);
    const layout = html("div", { class: "layout" }, this.head.element, this.stand, this.words.element, list, this.controls.element);
    this.frame = html("div", { class: "film", tabindex: "-1" }, layout, this.help.element);
    this.frame.lang = film.language ?? "en";
    this.root.append(this.frame);
    this.listen(options.keys ?? root);
    this.show(film, options.place);
    if (options.playing) this.act("play_or_pause");
  }

  /**
   * Show another document, from its start or from `place`.
   * @param {{puzzle?: number, moment?: number, view?: number}} place
   */
  show(film, place = {}) {
    this.pause();
    this.film = film;
    this.painter = new Painter(film);
    this.actions = new Map(film.keys.flatMap(({ keys, action }) => keys.map((key) => [key, action])));
    this.puzzles = film.puzzles.map(() => undefined);
    this.places = film.puzzles.map(() => ({ moment: 0, view: 0 }));
    this.help.show(film.keys);
    this.dress();
    this.turnTo(place.puzzle);
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

  /**
   * Go to a place; without a view, all of its moment is shown.
   * @param {{moment?: number, view?: number}} place
   */
  goTo({ moment, view }) {
    const whole = this.puzzle.whole(within(moment, this.puzzle.last + 1));
    this.move(view === undefined ? whole : { ...whole, view: within(view, whole.view + 1) });
  }

  listen(keys) {
    const { signal } = this.ends;
    listenToKeys(keys, (key) => this.press(key), signal);
    listenToPointers(this.stand, (action) => this.act(action));
    this.stand.addEventListener("pointermove", (event) => this.mark(this.picture.cellAt(event)));
    this.stand.addEventListener("pointerleave", () => this.mark());
    this.frame.addEventListener("mousedown", () => {
      if (!this.frame.contains(this.frame.getRootNode().activeElement)) this.focus();
    });
    const preferred = matchMedia("(prefers-color-scheme: dark)");
    preferred.addEventListener("change", () => this.isAuto && this.changeTheme(preferredTheme()), { signal });
  }

  /** Take the keys: they go to whatever has the focus. */
  focus() {
    this.frame.focus({ preventScroll: true });
  }

  /** Do what a key means; return whether it means anything. A film out of sight has no keys. */
  press(key) {
    const action = this.actions.get(key);
    if (!action || !this.frame.checkVisibility() || (this.help.isOpen && action !== "help")) return false;
    this.act(action);
    return true;
  }

  /** Do what a key or button means. */
  act(action) {
    this.note = "";
    const goal = GOALS[action];
    if (goal) {
      const completes = action === "forward" && !this.puzzle.isWhole(this.place);
      this.leap(goal(this.puzzle, this.place), action === "reveal" || completes);
      return;
    }
    OTHERS[action]?.(this);
    this.update();
  }

  /** Stop playing and go to a place; while steps are revealed bit by bit, the list covers the next ones. */
  leap(place, isRevealing = false) {
    this.pause();
    this.isRevealing = isRevealing;
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
    this.isRevealing = false;
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
      const { puzzle, place } = this;
      const moment = Math.min(place.moment + 1, puzzle.last);
      if (moment === puzzle.last || isFault(puzzle.moments[moment])) this.pause();
      this.move(puzzle.whole(moment));
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

  /** Show the puzzle with this index, or the nearest one, where it was left. */
  turnTo(wanted) {
    this.pause();
    this.isRevealing = false;
    const index = within(wanted, this.puzzles.length);
    this.index = index;
    this.puzzles[index] ??= new FilmPuzzle(this.film, index);
    const { puzzle } = this;
    this.picture = new BoardPicture(puzzle, { id: "board" });
    this.text = new BoardText(puzzle);
    this.stand.replaceChildren(this.picture.element, this.text.element);
    this.steps.show(puzzle);
    this.head.show(this.film, index);
    this.move(this.place);
  }

  /** Show what the place and the switches say. */
  update() {
    const { puzzle, place, painter, theme, isPlaying, note } = this;
    const moment = puzzle.moments[place.moment];
    const view = moment.views[place.view];
    const parts = this.hasCandidates ? view.shown : puzzle.plain(view.shown);
    this.picture.paint(parts, painter, theme);
    this.picture.element.setAttribute("aria-label", `Board of ${puzzle.title}. ${view.title}`);
    this.text.show(puzzle.digits(place), parts, painter);
    this.words.show(view, { isFault: isFault(moment), isPlaying, painter, theme });
    this.steps.choose(place.moment);
    this.steps.cover(this.isRevealing, !puzzle.isWhole(place));
    this.controls.show(puzzle, place, { isPlaying, note });
    const labels = puzzle.places.findIndex(([name]) => name === "labels");
    this.picture.groups[labels]?.toggleAttribute("hidden", !this.hasLabels);
    this.head.showToggles(this.hasCandidates, this.hasLabels, this.isNear);
    this.picture.zoomTo(...(this.isNear ? puzzle.patternOf(place) : [[], []]));
    this.light();
  }

  /** Light the cells of a `thing` that the reason names; without one, no cells. */
  light(thing) {
    this.picture.light(thing === undefined ? [] : this.cellsOf(thing));
  }

  cellsOf(thing) {
    const { puzzle, painter, place } = this;
    const { shown } = puzzle.moments[place.moment].views[place.view];
    const first = puzzle.places.findIndex(([name]) => name.startsWith("cell"));
    return puzzle.cellsOf(thing, (cell, digit) => painter.texts(shown[first + cell]).includes(digit));
  }

  /** Mark the words of the reason that name a cell, or a house of it. */
  mark(cell) {
    this.words.mark((thing) => cell !== undefined && thing < this.puzzle.n ** 2 && this.cellsOf(thing).includes(cell));
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

/** Actions that lead to another place of the puzzle. */
const GOALS = {
  forward: (puzzle, place) => puzzle.forward(place),
  back: (puzzle, place) => puzzle.back(place),
  reveal: (puzzle, place) => puzzle.reveal(place),
  other: (puzzle, place) => puzzle.toOther(place),
  home: (puzzle) => puzzle.whole(0),
  end: (puzzle) => puzzle.whole(puzzle.last),
};

/** All other actions. */
const OTHERS = {
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
  zoom: (film) => (film.isNear = !film.isNear),
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

/** Return `index`, or the nearest index in a list of this length; 0 if it is not a number. */
function within(index, length) {
  return Math.min(Math.max(Math.trunc(index) || 0, 0), length - 1);
}
