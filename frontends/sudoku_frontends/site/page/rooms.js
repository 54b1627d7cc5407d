/** The common part of all rooms: the chosen colours, and work without a network. */

import { keep } from "./drafts.js";
import "./language.js";
import { keepTheme, theme } from "./theme.js";

/** Milliseconds after which all files are fetched, if Python is not being loaded. */
const PAUSE = 2000;

/**
 * Say the news called `name` in the list of rooms, which has its words; with `act`, a button reloads.
 * @param {(() => void) | null} act
 */
function tell(name, act = null) {
  const news = document.getElementById("site-news");
  news?.replaceChildren(news.dataset[name] ?? "");
  if (!act) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = news?.dataset.reload ?? "";
  button.onclick = act;
  news?.append(button);
}

async function workOffline(workers) {
  const registration = await workers.register(new URL("service_worker.js", import.meta.url));
  const isNew = !workers.controller;
  let isAsked = false;
  const offer = (worker) => {
    if (!worker || isNew) return;
    tell("newer", () => {
      isAsked = true;
      worker.postMessage("take over");
      workers.controller?.postMessage("make way");
    });
  };
  const watch = (worker) => {
    worker.onstatechange = () => {
      if (worker.state === "installed") offer(worker);
      if (worker.state === "redundant" && isNew) tell("unkept");
    };
  };
  offer(registration.waiting);
  if (registration.installing) watch(registration.installing);
  registration.onupdatefound = () => watch(registration.installing);
  workers.oncontrollerchange = () => {
    if (isAsked) location.reload();
    else if (!isNew) tell("elsewhere", () => location.reload());
  };
  const { active } = await workers.ready;
  const keepAll = () => {
    if (document.body.dataset.state === "loading") setTimeout(keepAll, PAUSE);
    else active.postMessage("keep all");
  };
  setTimeout(keepAll, PAUSE);
}

keepTheme(theme());
document.querySelector("#rooms [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }); // on a phone
const nothingIsKept = () => tell("forgetful");
addEventListener("nothing-kept", nothingIsKept);
keep("kept", true); // to know it at once
// Where it is forbidden, the site needs the network, as any other does.
if (navigator.serviceWorker) workOffline(navigator.serviceWorker).catch(() => {});
