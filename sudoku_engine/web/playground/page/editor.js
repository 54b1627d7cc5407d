/**
 * The editor: CodeMirror, or a plain text area where the site has none.
 *
 * Both have: text (read and write), mark(problems), scrollTo(line), goTo(line), focus().
 * A problem is {line, text, isFault}; lines count from 1.
 */

import { html } from "player/elements.js";

/**
 * Return an editor in `parent`.
 * @param {Element} parent
 * @param {{label: string, onChange: () => void}} options onChange: after a person's change
 */
export async function openEditor(parent, options) {
  const module = await import("./code_editor.js").catch(() => null); // its packages are not there
  return module ? new module.CodeEditor(parent, options) : new PlainEditor(parent, options);
}

const INDENT = "    ";

class PlainEditor {
  constructor(parent, { label, onChange }) {
    this.area = html("textarea", { class: "plain", "aria-label": label, spellcheck: "false", autocapitalize: "off" });
    this.area.oninput = onChange;
    this.area.onkeydown = (event) => this.#key(event);
    parent.append(this.area);
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
  }

  mark() {} // a text area shows no marks; the messages name the lines

  /** Show the text from `line` on. */
  scrollTo(line) {
    this.area.scrollTop = (this.area.scrollHeight * (line - 1)) / this.text.split("\n").length;
  }

  goTo(line) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    this.scrollTo(Math.max(1, line - 4));
  }

  focus() {
    this.area.focus();
  }

  /** Tab indents (after Escape it leaves the editor); Enter keeps the indentation. */
  #key(event) {
    if (event.ctrlKey || event.shiftKey || event.metaKey) return;
    const before = this.text.slice(0, this.area.selectionStart);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (event.key === "Tab" && !this.isLeaving) {
      this.#insert(event, INDENT);
    } else if (event.key === "Enter") {
      this.#insert(event, `\n${line.match(/^ */)[0]}${/:\s*$/.test(line) ? INDENT : ""}`);
    }
    this.isLeaving = event.key === "Escape";
  }

  #insert(event, text) {
    event.preventDefault();
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input"));
  }
}
