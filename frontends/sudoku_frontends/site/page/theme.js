/** The colours of the page: those of the film, which a person changes with its t key. */

import { keep, kept } from "./drafts.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Return the name of the theme: the one chosen before, or what the browser prefers. */
export const theme = () => kept("theme") ?? (dark.matches ? "dark" : "light");

/** Return the theme of a film: without a choice, it follows the browser. */
export const filmTheme = () => kept("theme") ?? "auto";

/** Call `follow` whenever the browser prefers other colours. */
export const whenPreferred = (follow) => dark.addEventListener("change", follow);

/** Give the page this theme, and remember it if it is a choice. */
export function keepTheme(name) {
  if (name !== theme()) keep("theme", name);
  document.documentElement.dataset.theme = name;
}

whenPreferred(() => keepTheme(theme()));
addEventListener("film-theme", (/** @type {any} */ { detail }) => keepTheme(detail));
