// The head of a film: which puzzle it shows, its techniques, and switches.

import { Menu } from "./menu.js";
import { button, html, icon, showIf, word } from "./elements.js";

export class Head {
  /** `act(action)` does what a key does; `turnTo(puzzle)` and `jumpTo(technique)` take indices. */
  constructor(act, turnTo, jumpTo) {
    this.title = html("h1", { class: "puzzle-title" });
    this.puzzles = new Menu("Puzzles", turnTo, { id: "puzzles" });
    this.techniques = new Menu("Techniques", jumpTo, { id: "techniques" }, icon("techniques"));
    const tool = (action, label, key) => button(label, () => act(action), { class: action, "aria-keyshortcuts": key }, icon(action));
    this.candidates = tool("candidates", "Candidates", "c");
    this.labels = tool("labels", "Row and column numbers", "l");
    this.zoom = tool("zoom", "Zoom in on the pattern", "z");
    const others = [tool("theme", "Change colours", "t"), tool("help", "Keys", "?")];
    this.ratings = html("dl", { class: "ratings" });
    this.element = html(
      "header",
      { class: "head" },
      html("div", { class: "which" }, this.title, this.puzzles.element),
      this.techniques.element,
      html("div", { class: "tools" }, this.candidates, this.labels, this.zoom, ...others),
      this.ratings,
    );
  }

  /** Show the puzzle of `film` with this index. */
  show({ puzzles }, index) {
    const { title, source, ratings, techniques, moments } = puzzles[index];
    const details = [...(source ? [[word("Source"), source]] : []), ...ratings];
    this.title.textContent = title;
    this.title.classList.toggle("unseen", puzzles.length > 1);
    showIf(puzzles.length > 1, this.puzzles.element);
    this.puzzles.caption.textContent = `${index + 1}/${puzzles.length} ${title}`;
    this.puzzles.show(
      puzzles.map((each, number) => [`${number + 1}. ${each.title}`]),
      index,
    );
    showIf(details.length, this.ratings);
    this.ratings.replaceChildren(...details.flatMap(([scale, text]) => [html("dt", {}, scale), html("dd", {}, text)]));
    showIf(techniques.length, this.techniques.element);
    this.techniques.show(
      techniques.map(([, name, plugin], number) => {
        const count = moments.filter(({ technique }) => technique === number).length;
        return [name, plugin ?? "", `${count}`];
      }),
    );
  }

  showToggles(hasCandidates, hasLabels, isNear) {
    this.zoom.setAttribute("aria-pressed", isNear);
    this.candidates.setAttribute("aria-pressed", hasCandidates);
    this.labels.setAttribute("aria-pressed", hasLabels);
  }
}
