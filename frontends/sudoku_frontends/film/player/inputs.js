// Keys, clicks and fingers, and what they mean.

/** The engine's names of keys that have another name in a browser. */
export const KEY_NAMES = {
  " ": "space",
  Enter: "Return",
  Backspace: "BackSpace",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  ArrowDown: "Down",
};

const TAP = 10; // pixels that a finger may move in a tap
const SWIPE = 40; // pixels that it moves at least in a swipe

/** Call `press` with the names of keys; those that it takes have no other effect. */
export function listenToKeys(source, press, signal) {
  const listen = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
    if (press(KEY_NAMES[event.key] ?? event.key)) event.preventDefault();
  };
  source.addEventListener("keydown", listen, { signal });
}

/** Return whether the element with the focus needs this key for itself. */
function isTaken(event) {
  const [target] = event.composedPath();
  if (target.closest?.("input, select, textarea, [contenteditable]")) return true;
  return (event.key === " " || event.key === "Enter") && Boolean(target.closest?.("button, a, summary"));
}

/** Call `act` with actions: a click or tap goes forward, a right click back, a swipe either way. */
export function listenToPointers(element, act) {
  element.addEventListener("contextmenu", (event) => {
    if (event.pointerType === "touch") return; // a long touch
    event.preventDefault();
    act("back");
  });
  let start;
  element.addEventListener("pointerdown", (event) => {
    start = event.button === 0 ? event : undefined;
  });
  element.addEventListener("pointerup", (end) => {
    if (!start) return;
    const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
    if (Math.hypot(across, down) < TAP) act("forward");
    else if (Math.abs(across) > Math.max(SWIPE, 2 * Math.abs(down))) act(across < 0 ? "forward" : "back");
  });
}
