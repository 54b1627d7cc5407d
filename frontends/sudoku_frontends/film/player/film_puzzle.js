// A puzzle of a film document, unfolded: what each view shows in full, and ways from place to place.
// A place is a moment, and which of its views; both from 0.

import { word } from "./elements.js";

const WORDS = ["title", "reason", "stress", "named", "notation", "legend"];

export class FilmPuzzle {
  // What is used here of that which it has from its document:
  title;
  places;
  outcome;
  n;
  symbols;
  regions;

  /** `index`: which of the puzzles of the document `film`. */
  constructor(film, index) {
    const puzzle = film.puzzles[index];
    Object.assign(this, film.boards[puzzle.board], puzzle);
    this.plainParts = film.plain;
    this.given = [...puzzle.line].map((symbol) => (symbol === "." ? "" : symbol));
    this.halfCell = 0.5 / Math.max(this.given.filter((symbol) => !symbol).length, 1);
    this.moments = counted(unfolded(this, film.pictures[index]), this.given, this.outcome);
    this.hasStages = this.moments.some(({ views }) => views.length > 1);
  }

  /** Return a picture without candidates. */
  plain(parts) {
    return parts.map((part) => part + this.plainParts[part]);
  }

  /** Return the drawings of the sheet, each with its parts in full. */
  drawings() {
    const drawn = this.moments.filter((moment) => moment.drawing);
    return drawn.map(({ drawing, views }) => {
      const picture = new ChangingPicture(views.at(-1).shown);
      picture.change(drawing.picture);
      return { ...drawing, picture: picture.parts };
    });
  }

  get last() {
    return this.moments.length - 1;
  }

  /** Return a moment as a place at which all of it is shown. */
  whole(moment) {
    return { moment, view: this.moments[moment].views.length - 1 };
  }

  isWhole({ moment, view }) {
    return view === this.moments[moment].views.length - 1;
  }

  forward(place) {
    if (!this.isWhole(place)) return this.whole(place.moment);
    return this.whole(Math.min(place.moment + 1, this.last));
  }

  back(place) {
    return this.whole(Math.max(place.moment - 1, 0));
  }

  /** Reveal more of a step, or go on to the next step and reveal a little of it. */
  reveal(place) {
    if (!this.isWhole(place)) return { ...place, view: place.view + 1 };
    if (place.moment === this.last) return place;
    return { moment: place.moment + 1, view: 0 };
  }

  /** Return the first view of `stage` at this moment; the next one if that stage is shown. */
  atStage({ moment, view }, stage) {
    const { views } = this.moments[moment];
    if (views[view].stage === stage) {
      return { moment, view: views[view + 1]?.stage === stage ? view + 1 : view };
    }
    const found = views.findIndex((each) => each.stage === stage);
    return { moment, view: found < 0 ? view : found };
  }

  toOther(place) {
    const { technique } = this.moments[place.moment];
    return this.next(place, (moment) => moment.technique !== null && moment.technique !== technique);
  }

  toSame(place) {
    const { technique } = this.moments[place.moment];
    return this.next(place, (moment) => moment.technique === technique);
  }

  /** Return the next moment that is wanted, the next fault, or the end. */
  next(place, isWanted) {
    let moment = place.moment + 1;
    while (moment < this.last && !isFault(this.moments[moment]) && !isWanted(this.moments[moment])) moment++;
    return this.whole(Math.min(moment, this.last));
  }

  /** Return the next step of a technique; after the last one comes the first. */
  toTechnique(place, technique) {
    const found = this.moments.flatMap((moment, index) => (moment.technique === technique ? [index] : []));
    return this.whole(found.find((moment) => moment > place.moment) ?? found[0]);
  }

  /** Return the first moment whose board is as full as `progress` says, or the end. */
  toProgress(progress) {
    const found = this.moments.findIndex((_, moment) => this.progress(moment) >= progress - this.halfCell);
    return this.whole(found < 0 ? this.last : found);
  }

  /** Return how far a moment is, from 0 to 1: how full the board is, or which moment of how many. */
  progress(moment) {
    return this.moments[moment].progress ?? moment / Math.max(this.last, 1);
  }

  /** Return the cells of a thing that a reason names: a cell, a house, or a digit where `holds(cell, digit)`. */
  cellsOf(thing, holds) {
    const { n, regions } = this;
    const all = Array.from({ length: n * n }, (_, cell) => cell);
    if (thing >= n * n) return all.filter((cell) => holds(cell, this.symbols[thing - n * n]));
    if (thing >= 0) return [thing];
    const house = -1 - thing;
    if (house >= 2 * n) return regions[house - 2 * n];
    return all.filter((cell) => (house < n ? Math.floor(cell / n) : n + (cell % n)) === house);
  }

  /** Return the cells of the pattern of a moment with those that it changes, and the latter alone; none until its reason is shown. */
  patternOf({ moment, view }) {
    const { views, pattern } = this.moments[moment];
    return pattern && !["where", "what"].includes(views[view].stage) ? pattern : [[], []];
  }

  /** Return what stands in each cell; a step's digits count once its change is shown. */
  digits(place) {
    const { moment, view } = place;
    const shown = this.moments[moment].views[view].stage === "change" ? moment + 1 : moment;
    const digits = [...this.given];
    for (const { digits: changes } of this.moments.slice(0, shown)) {
      for (const [cell, digit] of changes) digits[cell] = digit;
    }
    return digits;
  }
}

/** Return the moments with all that the document leaves out because it is as in the view before. */
function unfolded({ places, moments }, pictures) {
  const picture = new ChangingPicture(new Uint32Array(places.length));
  const changes = pictures.values();
  let words = {};
  let number = 0;
  return moments.map((moment) => {
    const views = moment.views.map((view) => {
      picture.change(changes.next().value);
      words = Object.fromEntries(WORDS.map((word) => [word, view[word] ?? words[word]]));
      return { ...view, ...words, shown: picture.parts };
    });
    return { text: views.at(-1).notation, ...moment, number: moment.kind === "step" ? ++number : 0, views };
  });
}

/** Return the moments with their counts and progress: those of a step are of the board before it. */
function counted(moments, given, outcome) {
  const digits = [...given];
  const openCells = () => digits.filter((digit) => !digit).length;
  const first = openCells();
  const steps = Math.max(...moments.map(({ number }) => number));
  return moments.map((moment) => {
    const before = openCells();
    for (const [cell, digit] of moment.digits) digits[cell] = digit;
    const open = moment.number ? before : openCells();
    const number = outcome ? `${moment.number} ${word("of")} ${steps}` : moment.number;
    const counts = [...(moment.number ? [[word("step"), number]] : []), [word("open"), open]];
    return { counts, progress: first ? 1 - open / first : 1, ...moment };
  });
}

/** The part at each place of a board, and the one that was there before it. */
class ChangingPicture {
  constructor(parts) {
    this.parts = parts;
    this.before = parts.slice();
    this.highest = Math.max(...parts);
  }

  /**
   * Take `changes`: how far it is to the place, then its new part. -1 is the part before the present one;
   * -2 is one higher than the highest so far, -3 two higher.
   */
  change(changes) {
    if (!changes.length) return;
    this.parts = this.parts.slice();
    let place = 0;
    for (let i = 0; i < changes.length; i += 2) {
      place += changes[i];
      const part = this.partMeant(changes[i + 1], this.before[place]);
      this.before[place] = this.parts[place];
      this.parts[place] = part;
    }
  }

  partMeant(written, before) {
    if (written >= 0) return written;
    return written === -1 ? before : (this.highest -= written + 1);
  }
}

/** Return whether a plugin is at fault at `moment`. */
export function isFault(moment) {
  return moment.kind === "fault" || moment.kind === "refused";
}
