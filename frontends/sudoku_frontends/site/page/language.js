/** Each language has pages of its own: leads to those that a person chose, or that the browser prefers. */

import { keep, kept } from "./drafts.js";

const { lang } = document.documentElement;

/** The links to this page in other languages. @type {HTMLAnchorElement[]} */
const links = [...document.querySelectorAll("a.language")].map((link) => /** @type {any} */ (link));

/** An English page is the one that every link names; a page in another language was meant. */
const preferred = lang === "en" ? navigator.languages.map((each) => each.slice(0, 2)) : [lang];
const wanted = kept("language") ?? preferred.find((each) => each === lang || links.some(({ hreflang }) => hreflang === each));

for (const link of links) {
  link.addEventListener("click", () => {
    keep("language", link.hreflang);
    link.hash = location.hash;
  });
  if (link.hreflang === wanted) location.replace(link.pathname + location.search + location.hash);
}
