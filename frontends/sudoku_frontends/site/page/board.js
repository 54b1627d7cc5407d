/** The board on the page: the player of films, with one film after another. */

import { Film } from "player/film.js";
import { isFault } from "player/film_puzzle.js";
import { THEMES } from "player/painter.js";
import { filmTheme, keepTheme } from "./theme.js";

export class Board {
  constructor(root) {
    this.root = root;
    this.film = null;
    /** Whether it shows where code went wrong. */
    this.isAtFault = false;
  }

  /** Show the film `document` from its start; null: no board. */
  show(document, place = {}) {
    this.film?.destroy();
    this.document = document;
    this.isAtFault = false;
    this.isOfCheck = false;
    /** The film that an answer has covered, and where it was. */
    this.before = null;
    const { ownerDocument } = this.root; // its keys work wherever nothing else needs them
    this.film = document && new Film(this.root, document, { theme: filmTheme(), place, keys: ownerDocument });
  }

  /** Take the theme with this `name`, and the page with it. */
  changeTheme(name) {
    keepTheme(name);
    this.film?.changeTheme(THEMES.indexOf(name));
  }

  /** Show the film of a run: its first fault, else the first step of a person's `own`, else its end. */
  showRun(film, own) {
    const [{ moments, techniques }] = film.puzzles;
    const ids = own.map(({ id }) => id);
    const isOwn = ({ technique }) => technique !== null && ids.includes(techniques[technique][0]);
    const places = [isFault, isOwn].map((isIt) => moments.findIndex(isIt));
    const elsewhere = own.length ? moments.length - 1 : 0; // with a rule it is played from the start
    this.show(film, { moment: places.find((place) => place >= 0) ?? elsewhere });
    this.isAtFault = moments.some(isFault);
  }

  /** Show only these `boards` of a check's film, at the place where the fault is. */
  showFault(film, boards) {
    const puzzles = boards.map((board) => film.puzzles[board]);
    this.show({ ...film, puzzles }, { moment: momentOf(puzzles[0], isFault) });
    this.isAtFault = true;
    this.isOfCheck = true;
  }

  /** Show the film of an answer about the board in `asked`, to which `showBefore` returns. */
  showAnswer(film, asked) {
    this.show(film, { moment: 1 });
    this.before = asked;
  }

  showBefore() {
    this.show(this.before.document, this.before.place);
  }

  /** The board that is shown, or that the answer shown is about, with the steps that led to it. */
  get asked() {
    if (this.before) return this.before;
    const { puzzle, place } = this.film;
    const steps = puzzle.moments.slice(0, place.moment).filter(({ kind }) => kind === "step").map(({ text }) => text);
    return { document: this.document, place, steps };
  }

  /** Show the first step of the technique `id`. */
  showTechnique(id) {
    const [puzzle] = this.document.puzzles;
    const technique = puzzle.techniques.findIndex(([each]) => each === id);
    this.film.goTo({ moment: momentOf(puzzle, (moment) => moment.technique === technique) });
  }
}

const momentOf = (puzzle, isIt) => Math.max(0, puzzle.moments.findIndex(isIt));
