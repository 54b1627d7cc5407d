/**
 * Python, away from the page: an endless loop here freezes nothing, and the page can end it.
 *
 * The page sends {start: settings} once, then requests; the worker sends back
 *   {stage: "python"|"strategies"} while it loads that, {ready: true}, {done, what} as a request gets on,
 *   {answer: object, isFull: boolean} at its end, {failed: "why"} if Python cannot go on.
 */

import { takeCompiled } from "./compiled.js";

/** The bytes after which Python is full: memory is never given back, and near its end texts break. */
const FULL = 2 ** 30;

/** The tasks of the object that has boards; all others are for the door to pupils' code. */
const ON_BOARDS = new Set(["prove", "practise", "make", "play"]);

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
async function start({ pyodide, wheels, solver: names, language }) {
  packages = names;
  self.postMessage({ stage: "python" });
  const packed = Promise.all(wheels.map(bytes));
  packed.catch(() => {}); // it is looked at below; until then it is no error of its own
  const address = new URL(pyodide, self.location.href).href;
  const { loadPyodide } = await import(`${address}pyodide.mjs`);
  // With a hash seed of its own a strategy would be checked in another order each time.
  python = await loadPyodide({ indexURL: address, env: { PYTHONHASHSEED: "3", HOME: "/home/pyodide" } });
  python.setStdin({ stdin: () => null }); // nobody can type here: input() says so
  self.postMessage({ stage: "strategies" });
  const [extractDir] = python.runPython("import site; site.getsitepackages()");
  for (const wheel of await packed) python.unpackArchive(wheel, "wheel", { extractDir });
  const keepCompiled = await takeCompiled(python, extractDir, await packed).catch(() => async () => {});
  engine = python.pyimport("sudoku_engine.web.playground.in_browser");
  python.pyimport("sudoku_engine.board.say").speak(language);
  self.postMessage({ ready: true });
  await keepCompiled().catch(() => {}); // there is no room: it is compiled each time
}

/** Return the object of Python that has boards to work on. Only they need its modules. */
const newBoards = () => python.pyimport("sudoku_frontends.playground").Boards();

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
WebAssembly.instantiateStreaming = async (source, imports) => {
  try {
    const response = await source;
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
    if (response.headers.get("Content-Type") === "application/wasm") return await streamed(response, imports);
    return await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  } catch (error) {
    self.postMessage({ failed: lastLine(error) });
    throw error;
  }
};

/** Return what an error says; of a traceback of Python only its end, which says why. */
function lastLine(error) {
  if (error instanceof RangeError) return "the calls went too deep. Does a function in your code call itself without end?";
  return String(error?.message ?? error).trim().split("\n").at(-1);
}

async function bytes(name) {
  const response = await fetch(new URL(name, self.location.href));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
