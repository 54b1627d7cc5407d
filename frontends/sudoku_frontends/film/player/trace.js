// The page of a trace.

import { TraceFilm } from "./trace_film.js";
import { unpacked } from "./unpacked.js";

/**
 * Return the element of the page called `id`.
 * @returns {any} the page says of what kind it is
 */
const byId = (id) => document.getElementById(id);

async function start() {
  const root = byId("film");
  root.addEventListener("film-theme", () => {
    document.documentElement.style.background = getComputedStyle(root.firstElementChild).backgroundColor;
  });
  new TraceFilm(root, JSON.parse(await unpacked(byId("film-document").textContent)), { keys: document });
}

start();
