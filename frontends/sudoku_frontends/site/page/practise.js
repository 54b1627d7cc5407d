/** Practise: a step of a technique is found on a board where it comes next; or an elimination is proved. */

import { byId, pageOf } from "./elements.js";
import { keep, kept } from "./drafts.js";
import { html, word } from "player/elements.js";
import { HandRoom } from "./hand_room.js";
import { ProofRoom } from "./proof_room.js";
import { Python } from "./python.js";
import { proofInLink } from "./share_link.js";
import { StateLine } from "./state_line.js";
import { keepTheme, theme } from "./theme.js";

/** What is kept: the board that was left, and how many boards of each technique were right. */
const PLACE = "practise";
const SCORES = "practised";

/** The board that the address names, as `#naked_pair` or `#naked_pair&board=7`; else null. */
function boardInLink() {
  const found = location.hash.match(/^#(\w+)(?:&board=([1-9]\d{0,5}))?$/);
  const isKnown = found && byId("step-technique").querySelector(`[value="${found[1]}"]`);
  return isKnown ? { technique: found[1], board: Number(found[2] ?? 1) } : null;
}

class StepRoom extends HandRoom {
  constructor(python) {
    super(python, "step");
    byId("step-technique").onchange = () => {
      byId("step-number").value = "1";
      this.choose();
    };
    byId("step-hint").onclick = () => this.press("?");
  }

  /** Show the board that is `asked` for, {technique, board}; null: the last one. */
  open(asked) {
    this.begin({ task: "practise", ...(asked ?? kept(PLACE) ?? this.chosen(1)) });
  }

  chosen(board) {
    return { task: "practise", technique: byId("step-technique").value, board };
  }

  begin(asked) {
    const { technique, board } = asked;
    byId("step-technique").value = technique;
    byId("step-lesson").href = pageOf(`techniques/${technique}.html`);
    byId("step-exercise").href = pageOf(`write.html#exercise=${technique}`);
    byId("step-exercise").hidden = !("exercise" in (byId("step-technique").selectedOptions[0]?.dataset ?? {}));
    keep(PLACE, { technique, board });
    if (!this.hand.element.isConnected) {
      byId("step-hand").replaceChildren(word("An example. Your board appears when Python is ready."), html("img", { src: `techniques/${technique}.svg`, alt: "" }));
    }
    history.replaceState(null, "", `#${technique}&board=${board}`);
    super.begin(asked);
    this.#showScore();
  }

  /** The step is shown: Enter leads on, all else does nothing. */
  sendAfterEnd({ kind, name }) {
    if (kind === "key" && ["Return", "space", "F8"].includes(name)) this.next();
  }

  showMore({ is_right: isRight, is_best: isBest }, isNew) {
    if (isNew) this.#count(isRight, isBest);
  }

  #count(isRight, isBest) {
    const scores = kept(SCORES) ?? {};
    const { right = 0, best = 0, all = 0 } = scores[this.asked.technique] ?? {};
    const now = { right: right + Number(isRight), best: best + Number(isBest), all: all + 1 };
    keep(SCORES, { ...scores, [this.asked.technique]: now });
    this.#showScore();
  }

  #showScore() {
    const score = (kept(SCORES) ?? {})[this.asked.technique];
    byId("step-score").textContent = score
      ? word("So far {right} of {all} boards right, {best} at the first try and without a hint.", score)
      : "";
  }
}

class Practise {
  constructor(settings) {
    this.state = new StateLine(() => true);
    this.python = new Python(settings, (state) => this.state.show(state));
    this.steps = new StepRoom(this.python);
    this.proofs = new ProofRoom(this.python);
    byId("find").onclick = () => this.go(false);
    byId("prove").onclick = () => this.go(true);
    byId("check").onclick = () => this.proofs.check();
    byId("stop").onclick = () => this.python.stop();
    addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || byId("check").hidden) return;
      event.preventDefault();
      this.proofs.check();
    }, true);
    addEventListener("hashchange", () => this.#follow());
    this.#follow();
  }

  /** Go where the address leads. */
  #follow() {
    const proof = proofInLink();
    this.go(Boolean(proof), proof ?? boardInLink());
  }

  /**
   * Go to the proofs, or to the steps, to the board that is `asked` for; null: the last one.
   * @param {any} asked
   */
  go(isProving, asked = null) {
    byId("practising").hidden = isProving;
    for (const id of ["proving", "check"]) byId(id).hidden = !isProving;
    byId("find").ariaPressed = String(!isProving);
    byId("prove").ariaPressed = String(isProving);
    (isProving ? this.proofs : this.steps).open(asked);
  }
}

keepTheme(theme());
new Practise(await (await fetch(new URL("site.json", import.meta.url))).json());
