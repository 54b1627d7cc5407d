/**
 * Python, away from the page: an endless loop here freezes nothing, and the page can end it.
 *
 * The page sends {start: settings} once, then requests; the worker sends back
 *   {stage: "python"|"strategies"} while it loads that, {ready: true}, {worked: seconds} when a request begins and as
 *   Python works on it, {loads: true} before it waits for a file, {done, what} as a request gets on,
 *   {answer: object, isFull: boolean} at its end, {failed: "why"} if Python cannot go on.
 */

import { begunWith, openMemory } from "./kept_memory.js";
import { findLater, hasLater, offerLater, taken, unpack } from "./packs.js";

/** The bytes after which Python is full: memory is never given back, and near its end texts break. */
const FULL = 2 ** 30;

/** The tasks of the object that has boards; all others are for the door to pupils' code. */
const ON_BOARDS = new Set(["prove", "practise", "make", "play"]);

/** The folder of Python's library, where the site has it as a pack; and an empty zip file in its place for Pyodide. */
const LIBRARY = "/lib/python";
const NO_LIBRARY = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

/** The most milliseconds of work between two steps of Python: in a longer time the computer did something else. */
const STEP = 1;

/** Milliseconds between two signs of life. */
const BEAT = 500;

/** Python's time of the processor: no browser knows it, so Python's steps are counted. */
const CLOCK = `
import time

def process_time():
    from js import workedSeconds
    return workedSeconds()

time.process_time = process_time
`;

/** What Python looks at for an interrupt, again and again as it works; there never is one. */
const work = {
  worked: 0,
  last: 0,
  told: 0,
  get 0() {
    const now = performance.now();
    this.worked += Math.min(now - this.last, STEP);
    this.last = now;
    if (now - this.told > BEAT) this.tell();
    return 0;
  },
  set 0(_) {},
  tell() {
    this.told = performance.now();
    self.postMessage({ worked: this.worked / 1000 });
  },
};
Object.assign(self, { workedSeconds: () => work.worked / 1000 });

// Both are there before the first request.
/** @type {any} */ let python;
/** @type {any} */ let engine;
/** @type {any} */ let boards;
/** @type {Promise<void> | undefined} */ let solver;
/** @type {string[]} */ let packages;

self.onmessage = async ({ data }) => {
  try {
    if (data.start) {
      await start(data.start);
    } else {
      if (data.request.task === "why" || data.request.isWhy) await (solver ??= loadedSolver());
      const door = ON_BOARDS.has(data.request.task) ? (boards ??= newBoards()) : engine;
      work.tell();
      const text = door.answer(JSON.stringify(data.request), (done, what) => {
        self.postMessage({ done: done ?? null, what });
      });
      self.postMessage({ answer: JSON.parse(text), isFull: python._module.HEAPU8.length > FULL });
    }
  } catch (error) {
    self.postMessage({ failed: lastLine(error) });
  }
};

/** Load Python and the module that answers requests; settings as in site.json, with the `language` of the page. */
async function start(settings) {
  packages = settings.solver;
  self.postMessage({ stage: "python" });
  const { version, later } = settings;
  const { memory, keep } = await openMemory(version).catch(() => ({ memory: null, keep: async () => {} }));
  try {
    python = await loaded(settings, memory);
    if (memory) python.runPython("import random; random.seed()"); // its numbers are those that were kept, too
  } catch (error) {
    if (!memory) throw error;
    await keep(null);
    python = await loaded(settings, null);
  }
  python.setStdin({ stdin: () => null }); // nobody can type here: input() says so
  offerLater(python, later.path);
  self.postMessage({ stage: "strategies" });
  python.setInterruptBuffer(work);
  if (!memory) {
    findLater(python, later.names);
    python.runPython(CLOCK);
  }
  python.runPython("import sudoku_frontends.site.in_browser");
  self.postMessage({ ready: true });
  const fresh = memory ? null : freshMemory();
  engine = python.pyimport("sudoku_frontends.site.in_browser");
  python.pyimport("sudoku_engine.board.say").speak(settings.language);
  if (fresh) await keep(fresh).catch(() => {}); // there is no room: it starts anew each time
}

/** Return Python with its library and the engine, and with its `memory` if there is one. */
async function loaded({ pyodide, packs: { library, engine: pack } }, memory) {
  const address = new URL(pyodide, self.location.href).href;
  const { loadPyodide } = await import(`${address}pyodide.mjs`);
  const files = library ? taken(library) : null;
  // The line is for the program first; while that starts, the engine comes.
  const ours = (memory ? Promise.resolve() : hasProgram).then(() => taken(pack));
  for (const each of [files, ours]) each?.catch(() => {}); // they are looked at below; until then it is no error
  const python = await loadPyodide({
    indexURL: address,
    // With a hash seed of its own a strategy would be checked in another order each time.
    env: { PYTHONHASHSEED: "3", HOME: "/home/pyodide", ...(library && { PYTHONPATH: LIBRARY }) },
    ...(library && { stdLibURL: NO_LIBRARY }),
    async fsInit(FS) {
      if (files) unpack(FS, await files, LIBRARY);
    },
    ...(memory ? begunWith(memory, () => import(`${address}pyodide.asm.mjs`)) : { _makeSnapshot: true }),
  });
  unpack(python.FS, await ours, python.runPython("import site; site.getsitepackages()[0]"));
  return python;
}

/** Return the memory as it is, with what pages need later as well; null where that cannot be. */
function freshMemory() {
  try {
    python.runPython("import sudoku_frontends.site.playground");
    return hasLater(python) ? null : python.makeMemorySnapshot(); // its files would be missing
  } catch {
    return null;
  }
}

/** Return the object of Python that has boards to work on. Only they need its modules. */
const newBoards = () => python.pyimport("sudoku_frontends.site.playground").Boards();

/** Load the SAT solver for small reasons where it can be had; the engine says when it lacks it. */
async function loadedSolver() {
  self.postMessage({ done: null, what: "loading the SAT solver" });
  await python.loadPackage(packages, { messageCallback: () => {}, errorCallback: () => {} }).catch(() => {});
}

/**
 * Let Python start from servers that do not know the type of its program; Pyodide itself would wait
 * for ever. What it is given is a promise of the server's response.
 */
const streamed = WebAssembly.instantiateStreaming;
/** @type {(value?: any) => void} */ let programIsThere;
const hasProgram = new Promise((resolve) => (programIsThere = resolve));
WebAssembly.instantiateStreaming = async (source, imports) => {
  try {
    const response = await source;
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
    if (response.headers.get("Content-Type") === "application/wasm") return await streamed(response, imports);
    return await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  } catch (error) {
    self.postMessage({ failed: lastLine(error) });
    throw error;
  } finally {
    programIsThere();
  }
};

/** Return what an error says; of a traceback of Python only its end, which says why. */
function lastLine(error) {
  if (error instanceof RangeError) return "the calls went too deep. Does a function in your code call itself without end?";
  return String(error?.message ?? error).trim().split("\n").at(-1);
}
