/**
 * The editor: a plain text area, so that one can write at once, and CodeMirror as soon as it is there.
 *
 * A problem is {line, text, isFault}, a note {line, text}; lines count from 1.
 */

import { html } from "player/elements.js";

export class Editor {
  /**
   * @param {Element} parent
   * @param {{label: string, onChange: () => void, onLine?: (line: number) => void}} options onChange: after a person's change; onLine: after a click on a line's number
   */
  constructor(parent, options) {
    /** @type {any} */ this.now = new PlainEditor(parent, options);
    this.problems = [];
    this.notes = [];
    const become = ({ CodeEditor }) => this.#become(new CodeEditor(parent, options));
    import("./code_editor.js").then(become).catch(() => {}); // its packages are not there: it stays plain
  }

  #become(better) {
    const { area, text, line } = this.now;
    const hasFocus = area === document.activeElement;
    this.now = better;
    better.text = text;
    better.select(area.selectionStart, area.selectionEnd);
    better.scrollTo(line);
    better.isReadOnly = area.readOnly;
    this.#mark();
    area.remove();
    if (hasFocus) better.focus();
  }

  get text() {
    return this.now.text;
  }

  set text(text) {
    this.now.text = text;
    this.mark([]);
  }

  mark(problems) {
    this.problems = problems;
    this.#mark();
  }

  /** Show a person's comments on some lines, also next to later problems. */
  note(notes) {
    this.notes = notes;
    this.#mark();
  }

  #mark() {
    this.now.mark([...this.problems, ...this.notes]);
  }

  /** Make the text read-only, or editable again. */
  set isReadOnly(isReadOnly) {
    this.now.isReadOnly = isReadOnly;
  }

  /** Show the text from `line` on. */
  scrollTo(line) {
    this.now.scrollTo(line);
  }

  goTo(line) {
    this.now.goTo(line);
  }
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

  set isReadOnly(isReadOnly) {
    this.area.readOnly = isReadOnly;
  }

  mark() {} // a text area shows no marks; the messages name the lines

  /** The first line that is shown. */
  get line() {
    return 1 + Math.round((this.area.scrollTop / (this.area.scrollHeight || 1)) * this.text.split("\n").length);
  }

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

  /** Tab indents (after Escape it leaves the editor); Enter keeps the indentation. */
  #key(event) {
    if (this.area.readOnly || event.ctrlKey || event.shiftKey || event.metaKey) return;
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
