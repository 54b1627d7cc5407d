/** A room with a board of an exercise: Python has the board, the page shows it and passes inputs on. */

import { button, byId } from "./elements.js";
import { HandBoard } from "player/hand_board.js";
import { NoAnswer } from "./python.js";
import { keepTheme, theme, whenPreferred } from "./theme.js";

export class HandRoom {
  /** What Python is to do on the board, and has not been told yet. @type {object[]} */ inputs = [];
  isAsking = false;
  isDone = false;
  /** What the request says of the board that is asked for. @type {any} */ asked;

  /**
   * @param {import("./python.js").Python} python
   * @param {string} prefix that of the ids of the room's elements
   */
  constructor(python, prefix) {
    this.python = python;
    this.prefix = prefix;
    this.hand = new HandBoard((message) => this.send(message));
    this.at("number").onchange = () => this.choose();
    this.at("next").onclick = () => this.next();
    this.at("show").onclick = () => this.press("F8");
    whenPreferred(() => this.hand.element.isConnected && this.#tell());
    new ResizeObserver(() => this.#fit()).observe(this.at("hand"));
  }

  /** Return what is asked for as it is chosen in the room. @returns {any} */
  chosen(board) {
    return { board };
  }

  /** Do what an input means when the exercise is done. @param {any} message */
  sendAfterEnd(message) {
    void message;
  }

  /** Show what only this room's answers have; `isNew`: the exercise is done with it. @param {any} answer */
  showMore(answer, isNew) {
    void [answer, isNew];
  }

  /** Return an element of the room. */
  at(name) {
    return byId(`${this.prefix}-${name}`);
  }

  /** Begin the task chosen in the room. */
  choose() {
    if (this.at("number").reportValidity()) this.begin(this.chosen(Number(this.at("number").value)));
  }

  /** Go on with the next board. */
  next() {
    this.at("number").value = String(this.asked.board + 1);
    this.choose();
  }

  /** Begin the board that is `asked` for. */
  begin(asked) {
    this.asked = asked;
    this.inputs = [];
    this.isDone = false;
    this.at("number").value = String(asked.board);
    this.#tell();
  }

  press(name) {
    this.send({ kind: "key", name });
  }

  send(message) {
    if (this.isDone) this.sendAfterEnd(message);
    else {
      this.inputs.push(message);
      this.#tell();
    }
  }

  /** Have the picture drawn anew if there is another room for it. */
  #fit() {
    const width = this.at("hand").clientWidth;
    if (width && width !== this.width && this.hand.element.isConnected) this.#tell();
  }

  /** Send new inputs to Python, one request after another, so that none is lost if a person is quicker than Python. */
  async #tell() {
    if (this.isAsking) return;
    this.isAsking = true;
    let asked;
    do {
      asked = this.asked;
      this.width = this.at("hand").clientWidth;
      const request = { ...asked, inputs: this.inputs.splice(0), width: this.width, theme: theme() };
      try {
        const answer = await this.python.ask(request);
        if (answer.picture && answer.theme !== request.theme) keepTheme(answer.theme);
        if (asked === this.asked) this.#show(answer);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (!error.isReplaced) this.at("reason").textContent = error.message;
      }
    } while (this.inputs.length || asked !== this.asked);
    this.isAsking = false;
  }

  #show(answer) {
    const { picture, words, title, reason, status, pad, copied, problems } = answer;
    if (!picture) {
      this.at("reason").textContent = problems.map(({ what }) => what).join(" ");
      return;
    }
    if (copied) navigator.clipboard?.writeText(copied);
    this.at("title").textContent = title;
    this.at("reason").textContent = reason;
    this.at("keys").textContent = status;
    if (!this.hand.element.isConnected) this.at("hand").replaceChildren(this.hand.element);
    this.hand.paint(picture);
    this.hand.say(words);
    this.#showPad(pad);
    const wasDone = this.isDone;
    this.isDone = answer.is_done;
    this.showMore(answer, this.isDone && !wasDone);
  }

  /** Show the buttons of the board's pad, which stay the same elements: one of them may have the focus. */
  #showPad(pad) {
    const room = this.at("pad");
    if (room.childElementCount !== pad.length) {
      room.replaceChildren(...pad.map(({ label, key }) => button(label, () => this.press(key))));
    }
    pad.forEach(({ is_on: isOn, is_faint: isFaint }, place) => {
      room.children[place].ariaPressed = String(isOn);
      room.children[place].classList.toggle("faint", isFaint);
    });
  }
}
