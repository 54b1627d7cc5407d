/** The page on which a pupil joins the class, before the Write room opens. */

import { keep, kept, keptNames } from "playground/drafts.js";
import { html, say, word } from "player/elements.js";

/** Under this name is kept who wrote here until the key was refused: {name, prefix}, and `isOver` once somebody else has joined. */
const LEFT = "class-left";

/** Return the code of the class in the address, which the teacher shows. */
const codeInAddress = () => location.hash.match(/^#([2-9A-Z]{6})$/i)?.[1].toUpperCase() ?? "";

/** Return a name as the server compares it. */
const folded = (name) => name.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

/**
 * Return the pupil of this page, {name, key, prefix}, who joined in this browser before, or joins now.
 * @param {(me: any) => Promise<boolean>} leave has a pupil leave this browser; false: the pupil stays
 */
export async function whoIsHere(leave) {
  const before = kept("class");
  if (before && !codeInAddress()) return before;
  const others = [...document.querySelectorAll("body > header .buttons, body > main")];
  const page = html("main", { id: "join" });
  for (const each of others) each.setAttribute("hidden", "");
  document.body.append(page);
  let me = before;
  if (!before || (!(await isStill(page, before)) && (await leave(before)))) me = await newcomer(page);
  page.remove();
  for (const each of others) each.removeAttribute("hidden");
  return me;
}

/** The key is no longer right: go back to the door; what was written stays here. */
export function goToTheDoor({ name, key, prefix }) {
  if (kept("class")?.key === key) {
    keep(LEFT, { name, prefix });
    keep("class", null);
  }
  location.reload(); // another tab may have joined again already
}

/** Ask whether the person who came by the teacher's address is the pupil from before: a device may be shared. */
const isStill = (page, { name }) => new Promise((resolve) => {
  const [yes, no] = [word("Continue as {name}", { name }), word("I am somebody else")].map((text, place) => {
    const made = html("button", { type: "button", class: place ? "" : "main" }, text);
    made.onclick = () => resolve(!place);
    return made;
  });
  page.replaceChildren(html("div", { class: "door" }, html("h2", {}, word("Are you {name}?", { name })), yes, no));
  yes.focus();
});

/** Let somebody join by name and code, as often as it takes. */
const newcomer = (page) => new Promise((resolve) => {
  const former = kept(LEFT);
  const left = former?.isOver ? null : former;
  const name = html("input", { id: "join-name", required: true, maxlength: 40, autocomplete: "off", spellcheck: "false", "aria-describedby": "join-about", value: left?.name ?? "" });
  const code = html("input", { id: "join-code", required: true, maxlength: 12, autocomplete: "off", spellcheck: "false", autocapitalize: "characters", value: codeInAddress() || (left?.prefix.split(":")[1] ?? "") });
  const wrong = html("p", { id: "join-wrong", role: "alert" });
  const send = html("button", { class: "main" }, word("Join"));
  const form = html("form", { class: "door" },
    html("h2", {}, word("Join the class")),
    ...(left ? [html("p", { class: "left" }, word("Your teacher has let {name} in on another device, or taken the name off the list. Your work is kept here: join again with this name to continue.", { name: left.name }))] : []),
    html("label", { for: "join-name" }, word("Your name")), name,
    html("p", { id: "join-about" }, word("Your first name is enough. Your teacher sees it, the others do not.")),
    html("label", { for: "join-code" }, word("Code of the class")), code, wrong, send);
  form.onsubmit = async (event) => {
    event.preventDefault();
    send.setAttribute("disabled", "");
    say(wrong, "");
    const [me, what] = await join(name.value, code.value.replace(/[\s-]/g, "").toUpperCase());
    send.removeAttribute("disabled");
    if (me) {
      if (former) bringAlong(former, me);
      keep("class", me);
      resolve(me);
      return;
    }
    say(wrong, what);
    (code.value ? name : code).focus();
  };
  page.replaceChildren(form);
  ([name, code].find((field) => !field.value) ?? send).focus();
});

/** Return the new pupil, or why there is none. */
async function join(name, code) {
  try {
    const answer = await fetch("class/join", { method: "POST", body: JSON.stringify({ name, code }), headers: { "X-Language": document.documentElement.lang }, credentials: "omit" });
    const told = await answer.json();
    return answer.ok ? [{ name: told.name, key: told.key, prefix: `class:${code}:${told.pupil}:` }, ""] : [null, told.what];
  } catch {
    return [null, word("The teacher's computer does not answer. Is this device in the same network? Then try again.")];
  }
}

/** Give a pupil who was removed and is back the earlier work on this device; all of it is sent again. */
function bringAlong(left, me) {
  const isSame = folded(left.name) === folded(me.name);
  keep(LEFT, isSame ? null : { ...left, isOver: true });
  if (!isSame) return;
  if (left.prefix === me.prefix) return; // let in again
  for (const name of keptNames(left.prefix)) {
    const [kind, ...rest] = name.slice(left.prefix.length).split(":");
    keep(me.prefix + name.slice(left.prefix.length), kept(name));
    if (kind === "draft" && rest.length === 1) keep(`${me.prefix}unsent:draft:${kept(name).task}`, { place: rest[0], at: Date.now() });
    keep(name, null);
  }
}
