/** Links that hold the code and the puzzle: compressed in the part after #, which no server sees. */

const START = "#w=";

/** How long code may be: more than anybody writes, and little enough for the page. */
export const MOST_BYTES = 300_000;

/**
 * Return the address of this page with `work` in it; null if it is too long for a link.
 * @param {{code: string, name: string, task: string, puzzle: string}} work
 */
export async function linkTo(work) {
  const data = new TextEncoder().encode(JSON.stringify(work));
  if (data.length > MOST_BYTES) return null;
  const packed = await through(new CompressionStream("deflate-raw"), data);
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const address = new URL(location.href);
  address.hash = START + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return address.href;
}

/** Return the work in the address of this page; null: there is none; throws if it is damaged. */
export async function workInLink() {
  if (!location.hash.startsWith(START)) return null;
  const text = location.hash.slice(START.length).replaceAll("-", "+").replaceAll("_", "/");
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const data = await through(new DecompressionStream("deflate-raw"), packed);
  const work = JSON.parse(new TextDecoder().decode(data));
  for (const key of ["code", "name", "task", "puzzle"]) {
    if (typeof work[key] !== "string") throw new Error(`${key} is missing`);
  }
  // *Save* writes a file of this name: whoever made the link may not choose what kind of file.
  if (!/^[\w-]{1,60}\.py$/.test(work.name)) work.name = "my_strategy.py";
  return work;
}

/** Return the place at which what was made of this link is kept. */
export const placeOfLink = () => `link:${location.hash.slice(START.length)}`;

/** Return the id of the exercise that the address names, as `#exercise=naked_pair`; else null. */
export const exerciseInLink = () => location.hash.match(/^#exercise=(\w+)$/)?.[1] ?? null;

/** Return the proof that the address names, as `#prove=2&board=7`; else null. */
export function proofInLink() {
  const found = location.hash.match(/^#prove=([2-4])(?:&board=([1-9]\d{0,5}))?$/);
  return found && { truths: Number(found[1]), board: Number(found[2] ?? 1) };
}

/** Have the address name a proof. */
export const nameProof = ({ truths, board }) => history.replaceState(null, "", `#prove=${truths}&board=${board}`);

/** Take the work out of the address, once it has been changed here. */
export function forgetLink() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

/** Return `data` as it comes out of `stream`; a few bytes must not become gigabytes. */
async function through(stream, data) {
  const reader = new Blob([data]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > MOST_BYTES) throw new Error("it is too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
