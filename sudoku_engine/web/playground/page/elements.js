/** Small helpers for the page. Words become text nodes, so nothing in them is ever run as HTML. */

import { html } from "player/elements.js";

/**
 * Return the element of the page called `id`.
 * @returns {any} the page says of what kind it is
 */
export const byId = (id) => document.getElementById(id);

/** Return a button that calls `act`. */
export function button(text, act, attributes = {}) {
  const made = html("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/** Return the number with its word: "1 step", "3 steps". */
export const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** Return `text` as nodes; what stands between backticks is code. */
export const worded = (text) =>
  text.split("`").map((part, place) => (place % 2 ? html("code", {}, part) : part));
