/** Learn: ticks for what was practised and written here, and what comes next. */

import { byId } from "./elements.js";
import { kept, passedTasks } from "./drafts.js";
import { html, word } from "player/elements.js";

const passed = passedTasks();
const practised = kept("practised") ?? {};

/** Return what was done of an exercise, in words. */
const doneOf = (id) => [
  ...(practised[id]?.right ? [word("practised ({n})", { n: practised[id].right })] : []),
  ...(passed.includes(id) ? [word("written")] : []),
];

/** Return the element of `within` that a selector names. @returns {any} */
const find = (within, selector) => within.querySelector(selector);

for (const part of document.querySelectorAll("section")) {
  const lessons = [...part.querySelectorAll("li")];
  const started = lessons.filter(({ dataset }) => doneOf(dataset.id).length);
  for (const lesson of started) find(lesson, ".tick").textContent = `✓ ${doneOf(lesson.dataset.id).join(", ")}`;
  const line = find(part, ".done");
  line.hidden = !started.length;
  find(line, "progress").value = started.length;
  find(line, "span").textContent = word("{n} of {all}", { n: started.length, all: lessons.length });
}

const all = [...document.querySelectorAll("li")];
const next = all.find(({ dataset }) => !doneOf(dataset.id).length);
if (next) {
  next.classList.add("next");
  next.id = "next-lesson";
  byId("next").append(`${word("Next")}: `, html("a", { href: "#next-lesson" }, find(next, "strong").textContent), ".");
}
