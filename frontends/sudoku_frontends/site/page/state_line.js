/** The line of a page that says what Python is doing. */

import { byId } from "./elements.js";
import { say, word } from "player/elements.js";

/** Milliseconds until the page says that it works on a board: most is done sooner. */
const PATIENCE = 300;

export class StateLine {
  /** @type {number | undefined} */ later;

  /** @param {() => boolean} isPatient whether the current work is usually quick */
  constructor(isPatient) {
    this.isPatient = isPatient;
  }

  /** Show the state of Python, as `Python` tells it. */
  show(state) {
    this.state = state;
    document.body.dataset.state = state.is;
    byId("stop").disabled = state.is !== "busy";
    if (state.is === "busy" && this.isPatient()) this.later ??= setTimeout(() => this.#tell(), PATIENCE);
    else this.#tell();
  }

  #tell() {
    const { is, what, done } = this.state;
    clearTimeout(this.later);
    this.later = undefined;
    // News come several times a second: a screen reader is told only the states.
    say(byId("doing"), is === "busy" ? word("Working …") : what);
    byId("news").textContent = is === "busy" ? what : "";
    const bar = byId("progress");
    bar.hidden = is !== "busy" && is !== "loading";
    if (done === null) bar.removeAttribute("value");
    else bar.value = done;
  }
}
