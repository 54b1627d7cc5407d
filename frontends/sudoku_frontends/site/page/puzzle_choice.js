/** The list of puzzles, and a field for one's own. */

import { byId } from "./elements.js";
import { html, word } from "player/elements.js";

const OTHER = "other";

export class PuzzleChoice {
  /** @type {{title: string, level?: string, puzzle: string}[]} */ listed;

  /**
   * @param {{title: string, level: string, puzzle: string}[]} puzzles
   * @param {(puzzle: string) => void} onChoice
   */
  constructor(puzzles, onChoice) {
    this.puzzles = puzzles;
    this.onChoice = onChoice;
    this.select = byId("puzzle");
    this.form = byId("own-puzzle");
    this.area = byId("own-text");
    this.select.onchange = () => this.#chosen();
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.onChoice(this.puzzle);
    };
    this.setTask(null);
  }

  /** The puzzle as text. */
  get puzzle() {
    return this.select.value === OTHER ? this.area.value : this.listed[Number(this.select.value)].puzzle;
  }

  /** Its name in the film. */
  get title() {
    return this.select.value === OTHER ? word("My own puzzle") : this.listed[Number(this.select.value)].title;
  }

  /** Choose the puzzle with this text, or show it as one's own. */
  set puzzle(text) {
    const place = this.listed.findIndex(({ puzzle }) => puzzle === text);
    if (place < 0) this.area.value = text;
    this.select.value = place < 0 ? OTHER : String(place);
    this.form.hidden = place >= 0;
  }

  /** List the puzzle of `task` first, and choose it. */
  setTask(task) {
    const own = task?.puzzle ? [{ title: word("Puzzle for {name}", { name: task.name }), puzzle: task.puzzle }] : [];
    this.listed = [...own, ...this.puzzles.filter(({ puzzle }) => puzzle !== task?.puzzle)];
    this.select.replaceChildren(
      ...this.listed.map(({ title, level }, place) =>
        html("option", { value: String(place) }, level ? `${title} (${word(level)})` : title)),
      html("option", { value: OTHER }, word("My own puzzle …")),
    );
    this.select.value = "0";
    this.form.hidden = true;
  }

  #chosen() {
    this.form.hidden = this.select.value !== OTHER;
    if (this.form.hidden) this.onChoice(this.puzzle);
    else this.area.focus();
  }
}
