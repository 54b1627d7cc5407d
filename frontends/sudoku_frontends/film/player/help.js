// The list of keys, over the film.

import { button, html, word } from "./elements.js";

export class Help {
  constructor() {
    this.lines = html("dl");
    const close = button("Close", () => this.element.close(), { class: "close" }, word("Close"));
    this.element = html("dialog", { id: "help", "aria-label": "Keys" }, html("h2", {}, word("Keys")), this.lines, close);
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close(); // the ground around it
    });
  }

  show(keys) {
    const pairs = keys.map(({ shown, meaning }) => html("div", {}, html("dt", {}, word(shown)), html("dd", {}, word(meaning))));
    this.lines.replaceChildren(...pairs);
  }

  get isOpen() {
    return this.element.open;
  }

  toggle() {
    if (this.isOpen) this.element.close();
    else this.element.showModal();
  }
}
