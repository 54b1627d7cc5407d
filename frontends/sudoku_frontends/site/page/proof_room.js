/** The room for proofs: cells and houses are named on a board until they prove an elimination. */

import { button, byId } from "./elements.js";
import { keep, kept } from "./drafts.js";
import { Film } from "player/film.js";
import { HandRoom } from "./hand_room.js";
import { html, showIf, word } from "player/elements.js";
import { nameProof } from "./share_link.js";
import { filmTheme } from "./theme.js";

/** What is kept of the room. */
const PLACE = "proof";

export class ProofRoom extends HandRoom {
  /** @type {Film | null} the proof that is played */ film = null;

  /** @param {import("./python.js").Python} python */
  constructor(python) {
    super(python, "proof");
    byId("proof-truths").onchange = () => this.choose();
    byId("proof-form").onsubmit = (event) => {
      event.preventDefault();
      this.send({ kind: "paste", text: byId("proof-text").value });
      byId("proof-text").value = "";
    };
  }

  /** Show the board that is `asked` for, {truths, board}; null: the last one as it was left here. */
  open(asked) {
    const left = kept(PLACE) ?? { truths: 2, board: 1, named: [] };
    const isLeft = !asked || (asked.truths === left.truths && asked.board === left.board);
    this.begin({ task: "prove", ...(isLeft ? left : { ...asked, named: [] }) });
  }

  /** Ask whether the named truths prove it. */
  check() {
    this.press("c");
  }

  chosen(board) {
    return { task: "prove", truths: Number(byId("proof-truths").value), board, named: [] };
  }

  begin(asked) {
    byId("proof-truths").value = String(asked.truths);
    nameProof(asked);
    super.begin(asked);
  }

  sendAfterEnd() {
    byId("proof-reason").textContent = word("This board is done: choose another one.");
  }

  showMore({ named, film }) {
    const { truths, board } = this.asked;
    this.asked.named = named;
    keep(PLACE, { truths, board, named });
    this.#list(named);
    this.#play(film);
  }

  /** List the named truths; on a finished board the list stays as it is. */
  #list(named) {
    const list = byId("proof-named");
    const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
    list.replaceChildren(...named.map((name) => html("li", {}, name, ...(this.isDone ? [] : [
      button("×", () => this.send({ kind: "paste", text: `-${name}` }), { "aria-label": word("Take back {name}", { name }), title: word("Take it back") }),
    ]))));
    if (focused >= 0) ([...list.querySelectorAll("button")].at(Math.min(focused, named.length - 1)) ?? list).focus();
  }

  /** Play the `film` of a proof in place of the board; null: the board. */
  #play(film) {
    this.film?.destroy();
    showIf(film, byId("proof-film"));
    for (const id of ["proof-hand", "proof-pad", "proof-keys", "proof-form"]) showIf(!film, byId(id));
    this.film = film && new Film(byId("proof-film"), film, { theme: filmTheme(), place: { moment: 1 }, keys: document });
    this.film?.focus();
  }
}
