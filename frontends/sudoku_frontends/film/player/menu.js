// A button that opens a list of choices.

import { button, html, icon, word } from "./elements.js";
import { moveByArrows } from "./step_list.js";

export class Menu {
  /** `label`: what it is for, `pictures`: icons before it; `choose` is called with the index of a choice. */
  constructor(label, choose, attributes = {}, ...pictures) {
    this.choose = choose;
    this.caption = html("span", { class: "caption" }, word(label));
    const named = { "aria-label": undefined, "aria-expanded": "false", class: "opener" }; // by its words
    this.opener = button(label, () => this.toggle(), named);
    this.opener.append(...pictures, this.caption, icon("open"));
    this.list = html("ul", { class: "choices", hidden: true });
    this.element = html("div", { class: "menu", ...attributes }, this.opener, this.list);
    moveByArrows(this.element);
    this.element.addEventListener("keydown", (event) => this.press(event));
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.element.contains(relatedTarget)) this.close();
    });
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** Show `choices`, each a line of texts; the one at `chosen` is marked. */
  show(choices, chosen = -1) {
    const lines = choices.map((texts, index) => {
      const made = html("button", { type: "button", tabindex: "-1", "aria-current": index === chosen ? "true" : undefined });
      made.append(...texts.map((text) => html("span", {}, text)));
      made.addEventListener("click", () => {
        this.close();
        this.element.closest(".film").focus({ preventScroll: true }); // whose keys go on
        this.choose(index);
      });
      return html("li", {}, made);
    });
    this.list.replaceChildren(...lines);
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  open() {
    this.list.hidden = false;
    this.opener.setAttribute("aria-expanded", "true");
    (this.list.querySelector("[aria-current]") ?? this.list.querySelector("button"))?.focus();
  }

  close() {
    this.list.hidden = true;
    this.opener.setAttribute("aria-expanded", "false");
  }

  press(event) {
    if (!this.isOpen) return;
    if (event.key === "Escape") {
      this.close();
      this.opener.focus();
    }
    if (event.key !== "Tab") event.stopPropagation();
  }
}
