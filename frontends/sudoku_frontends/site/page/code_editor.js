/** The editor with colours, indentation and marks, made of CodeMirror's modules. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export class CodeEditor {
  /**
   * @param {Element} parent
   * @param {{label: string, onChange: () => void, onLine?: (line: number) => void}} options as in editor.js
   */
  constructor(parent, { label, onChange, onLine }) {
    this.onChange = onChange;
    this.lock = new Compartment();
    this.extensions = [
      lineNumbers({
        domEventHandlers: {
          mousedown: (view, { from }) => {
            onLine?.(view.state.doc.lineAt(from).number);
            return Boolean(onLine);
          },
        },
      }),
      lintGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      syntaxHighlighting(classHighlighter),
      python(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of((update) => update.docChanged && this.onChange()),
      // Ctrl+Enter and Shift+Enter belong to the page: Check and Run.
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]
        .filter((binding) => binding.key !== "Mod-Enter" && binding.key !== "Shift-Enter")),
    ];
    this.view = new EditorView({ parent });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** A new text has no history: undo never brings back another task's code. */
  set text(text) {
    const lock = this.lock.get(this.view.state) ?? [];
    this.view.setState(EditorState.create({ doc: text, extensions: [this.extensions, this.lock.of(lock)] }));
  }

  set isReadOnly(isReadOnly) {
    this.view.dispatch({ effects: this.lock.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }

  select(anchor, head) {
    this.view.dispatch({ selection: { anchor, head } });
  }

  mark(problems) {
    const { doc } = this.view.state;
    const marks = problems
      .filter(({ line }) => line >= 1 && line <= doc.lines)
      .map(({ line, text, isFault }) => {
        const { from, to } = doc.line(line);
        return { from, to, message: text, severity: isFault === undefined ? "info" : isFault ? "error" : "warning" };
      });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  scrollTo(line) {
    const { from } = this.view.state.doc.line(line);
    // EditorView.scrollIntoView would scroll the page, too: on a phone away from its beginning.
    const scroll = () => {
      this.view.scrollDOM.scrollTop = this.view.lineBlockAt(from).top;
    };
    this.view.requestMeasure({ read: () => {}, write: scroll });
  }

  goTo(line) {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.view.focus();
  }

  focus() {
    this.view.focus();
  }
}
