/** The colours of the page: those of the film, which a person changes with its t key. */

import { keep, kept } from "./drafts.js";

/** Return the name of the theme: the one chosen before, or what the browser prefers. */
export const theme = () =>
  kept("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** Give the page this theme, and remember it if it is a choice. */
export function keepTheme(name) {
  if (name !== theme()) keep("theme", name);
  document.documentElement.dataset.theme = name;
}
