/** What every room does: it has the colours that were chosen, and works without a network. */

import { keep } from "./drafts.js";
import { keepTheme, theme } from "./theme.js";

/** Milliseconds after which all files are fetched, if Python is not being loaded. */
const PAUSE = 2000;

/** Say `words` in the list of rooms; with `act`, a button reads `label`. */
function tell(words, label = "", act = () => {}) {
  const news = document.getElementById("site-news");
  news?.replaceChildren(words);
  if (!label) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.onclick = act;
  news?.append(button);
}

async function workOffline(workers) {
  const registration = await workers.register(new URL("service_worker.js", import.meta.url));
  const isNew = !workers.controller;
  let isAsked = false;
  const offer = (worker) => {
    if (!worker || isNew) return;
    tell("A newer version of this site is ready.", "Reload", () => {
      isAsked = true;
      worker.postMessage("take over");
    });
  };
  const watch = (worker) => {
    worker.onstatechange = () => {
      if (worker.state === "installed") offer(worker);
      if (worker.state === "redundant" && isNew) tell("This site could not be kept in this browser: it needs the network.");
    };
  };
  offer(registration.waiting);
  if (registration.installing) watch(registration.installing);
  registration.onupdatefound = () => watch(registration.installing);
  workers.oncontrollerchange = () => {
    if (isAsked) location.reload();
    else if (!isNew) tell("Another window has brought a newer version.", "Reload", () => location.reload());
  };
  const { active } = await workers.ready;
  const keepAll = () => {
    if (document.body.dataset.state === "loading") setTimeout(keepAll, PAUSE);
    else active.postMessage("keep all");
  };
  setTimeout(keepAll, PAUSE);
}

keepTheme(theme());
const nothingIsKept = () => tell("This browser keeps nothing, or is full: what you do here is lost when you leave.");
addEventListener("nothing-kept", nothingIsKept);
keep("kept", true); // to know it at once
// Where it is forbidden, the site needs the network, as any other does.
if (navigator.serviceWorker) workOffline(navigator.serviceWorker).catch(() => {});
