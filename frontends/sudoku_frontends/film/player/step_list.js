// The list of steps, and lists of buttons in general: one stop for Tab, up and down within.

import { html } from "./elements.js";
import { isFault } from "./film_puzzle.js";

/** Let the arrows move the focus among the buttons in `element`, or others; Tab stops only at one of them. */
export function moveByArrows(element, kind = "button") {
  element.addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    const buttons = [...element.querySelectorAll(kind)];
    const next = buttons[buttons.indexOf(event.target) + way];
    next?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The list of all moments of a puzzle; a click goes to one. */
export class StepList {
  constructor(goTo) {
    this.goTo = goTo;
    this.element = html("ol", { id: "steps", "aria-label": "Steps" });
    this.buttons = [];
    this.element.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays
    moveByArrows(this.element);
  }

  show(puzzle) {
    this.buttons = puzzle.moments.map((moment, index) => this.line(moment, index));
    this.element.replaceChildren(...this.buttons.map((each) => html("li", {}, each)));
    this.chosen = undefined;
    this.element.scrollTop = 0;
  }

  line(moment, index) {
    const [before, effect] = atArrow(moment.text);
    const made = html("button", { type: "button", tabindex: "-1", class: `moment ${moment.kind}` });
    made.append(
      html("span", { class: "number" }, moment.number ? `${moment.number}. ` : isFault(moment) ? "!" : ""),
      html("span", { class: "before" }, before),
      html("span", { class: "effect" }, effect),
    );
    made.addEventListener("click", () => this.goTo(index));
    return made;
  }

  /** Mark the line of a moment, and bring it into sight. */
  choose(index) {
    const made = this.buttons[index];
    if (made === this.chosen) return;
    this.chosen?.removeAttribute("aria-current");
    this.chosen?.setAttribute("tabindex", "-1");
    made.setAttribute("aria-current", "step");
    made.setAttribute("tabindex", "0");
    this.chosen = made;
    bringIntoSight(made.parentElement, this.element);
  }

  /** Cover the lines that would tell too much: those behind the chosen one, or from it on. */
  cover(isCovered, isChosenToo) {
    this.element.classList.toggle("covered", isCovered || isChosenToo);
    this.element.classList.toggle("from-chosen", isChosenToo);
  }
}

/** Return the words before ` => `, and the effect that must stay in sight. */
function atArrow(text) {
  const place = text.lastIndexOf(" => ");
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place)];
}

/** Scroll `list`, and nothing around it, so that `line` has lines above and below it. */
function bringIntoSight(line, list) {
  const height = heightInSight(list);
  list.style.paddingBottom = `${list.clientHeight - height}px`; // so that the last line can come into sight
  const margin = height / 3;
  const top = line.offsetTop;
  if (top < list.scrollTop + margin || top + line.offsetHeight > list.scrollTop + height - margin) {
    list.scrollTop = top - (height - line.offsetHeight) / 2;
  }
}

/** Return the height of `list` above the controls, which cover the rest of it on a phone. */
function heightInSight(list) {
  const controls = list.closest(".layout")?.querySelector(".controls");
  const free = controls ? controls.getBoundingClientRect().top - list.getBoundingClientRect().top : 0;
  return free > 0 ? Math.min(free, list.clientHeight) : list.clientHeight;
}
