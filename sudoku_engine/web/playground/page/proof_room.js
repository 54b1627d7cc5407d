/** The room for proofs: cells and houses are named on a board until they prove an elimination. */

import { button, byId } from "./elements.js";
import { keep, kept } from "./drafts.js";
import { Film } from "player/film.js";
import { HandBoard } from "player/hand_board.js";
import { html, showIf } from "player/elements.js";
import { NoAnswer } from "./python.js";
import { nameProof } from "./share_link.js";
import { keepTheme, theme } from "./theme.js";

/** What is kept of the room. */
const PLACE = "proof";

export class ProofRoom {
  /** @type {Film | null} the proof that is played */ film = null;
  /** What Python is to do on the board, and has not been told yet. @type {object[]} */ inputs = [];
  isAsking = false;
  /** @type {{truths: number, board: number}} */ asked;
  /** @type {string[]} */ named;

  /** @param {import("./python.js").Python} python */
  constructor(python) {
    this.python = python;
    this.hand = new HandBoard((message) => this.#send(message));
    byId("proof-film").addEventListener("film-theme", ({ detail }) => keepTheme(detail));
    byId("proof-truths").onchange = () => this.#choose();
    byId("proof-number").onchange = () => this.#choose();
    byId("proof-next").onclick = () => {
      byId("proof-number").value = String(this.asked.board + 1);
      this.#choose();
    };
    byId("proof-form").onsubmit = (event) => {
      event.preventDefault();
      this.#send({ kind: "paste", text: byId("proof-text").value });
      byId("proof-text").value = "";
    };
    byId("proof-show").onclick = () => this.#press("F8");
    new ResizeObserver(() => this.#fit()).observe(byId("proof-hand"));
  }

  /** Show the board that is `asked` for, {truths, board}; null: the last one as it was left here. */
  open(asked) {
    const left = kept(PLACE) ?? { truths: 2, board: 1, named: [] };
    const isLeft = !asked || (asked.truths === left.truths && asked.board === left.board);
    this.#begin(isLeft ? left : { ...asked, named: [] });
  }

  /** Ask whether what is named proves it. */
  check() {
    this.#press("c");
  }

  #choose() {
    const number = byId("proof-number");
    if (number.reportValidity()) {
      this.#begin({ truths: Number(byId("proof-truths").value), board: Number(number.value), named: [] });
    }
  }

  #begin({ truths, board, named }) {
    this.asked = { truths, board };
    this.named = named;
    this.inputs = [];
    byId("proof-truths").value = String(truths);
    byId("proof-number").value = String(board);
    nameProof(this.asked);
    this.#tell();
  }

  #press(name) {
    this.#send({ kind: "key", name });
  }

  #send(message) {
    if (this.film) byId("proof-reason").textContent = "This board is done: choose another one.";
    else {
      this.inputs.push(message);
      this.#tell();
    }
  }

  /** Have the picture drawn anew if there is another room for it. */
  #fit() {
    const width = byId("proof-hand").clientWidth;
    if (width && width !== this.width && this.hand.element.isConnected) this.#tell();
  }

  /** Tell Python what is new, one request after another: none is lost if somebody is quicker than Python. */
  async #tell() {
    if (this.isAsking) return;
    this.isAsking = true;
    let asked;
    do {
      asked = this.asked;
      this.width = byId("proof-hand").clientWidth;
      const request = { task: "prove", ...asked, named: this.named, inputs: this.inputs.splice(0), width: this.width, theme: theme() };
      try {
        const answer = await this.python.ask(request);
        if (asked === this.asked) this.#show(answer);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (!error.isReplaced) byId("proof-reason").textContent = error.message;
      }
    } while (this.inputs.length || asked !== this.asked);
    this.isAsking = false;
  }

  #show({ picture, words, title, reason, status, named, pad, film, theme: name, copied, problems }) {
    if (!picture) {
      byId("proof-reason").textContent = problems.map(({ what }) => what).join(" ");
      return;
    }
    keepTheme(name);
    if (copied) navigator.clipboard?.writeText(copied);
    this.named = named;
    keep(PLACE, { ...this.asked, named });
    byId("proof-title").textContent = title;
    byId("proof-reason").textContent = reason;
    byId("proof-keys").textContent = status;
    if (!this.hand.element.isConnected) byId("proof-hand").append(this.hand.element);
    this.hand.paint(picture);
    this.hand.say(words);
    this.#list(named, Boolean(film));
    this.#showPad(pad);
    this.#play(film);
  }

  /** List what is named; what `isDone` stays as it is. */
  #list(named, isDone) {
    const list = byId("proof-named");
    const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
    list.replaceChildren(...named.map((name) => html("li", {}, name, ...(isDone ? [] : [
      button("×", () => this.#send({ kind: "paste", text: `-${name}` }), { "aria-label": `Take back ${name}`, title: "Take it back" }),
    ]))));
    if (focused >= 0) ([...list.querySelectorAll("button")].at(Math.min(focused, named.length - 1)) ?? list).focus();
  }

  /** Show the buttons of the board's pad, which stay the same elements: one of them may have the focus. */
  #showPad(pad) {
    const room = byId("proof-pad");
    if (room.childElementCount !== pad.length) {
      room.replaceChildren(...pad.map(({ label, key }) => button(label, () => this.#press(key))));
    }
    pad.forEach(({ is_on: isOn, is_faint: isFaint }, place) => {
      room.children[place].ariaPressed = String(isOn);
      room.children[place].classList.toggle("faint", isFaint);
    });
  }

  /** Play the `film` of a proof in place of the board; null: the board. */
  #play(film) {
    this.film?.destroy();
    showIf(film, byId("proof-film"));
    for (const id of ["proof-hand", "proof-pad", "proof-keys", "proof-form"]) showIf(!film, byId(id));
    this.film = film && new Film(byId("proof-film"), film, { theme: theme(), place: { moment: 1 }, keys: document });
    this.film?.focus();
  }
}
