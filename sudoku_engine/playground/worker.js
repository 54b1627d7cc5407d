/**
 * Python, away from the page: an endless loop here freezes nothing, and the page can end it.
 *
 * The page sends {start: settings} once, then requests; the worker sends back
 *   {stage: "…"} while it starts, {ready: true}, {done, what} as a request gets on,
 *   {answer: object} at its end, {failed: "why"} if Python cannot go on.
 */

let engine = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.start) {
      engine = await started(data.start);
      self.postMessage({ ready: true });
    } else {
      const text = engine.answer(JSON.stringify(data.request), (done, what) => {
        self.postMessage({ done: done ?? null, what });
      });
      self.postMessage({ answer: JSON.parse(text) });
    }
  } catch (error) {
    self.postMessage({ failed: lastLine(error) });
  }
};

/** Return the Python module that answers requests; `settings` as in site.json. */
async function started({ pyodide, wheels }) {
  self.postMessage({ stage: "Loading Python …" });
  const packed = Promise.all(wheels.map(bytes));
  packed.catch(() => {}); // it is looked at below; until then it is no error of its own
  const address = new URL(pyodide, self.location.href).href;
  const { loadPyodide } = await import(`${address}pyodide.mjs`);
  // With a hash seed of its own a strategy would be checked in another order each time.
  const python = await loadPyodide({ indexURL: address, env: { PYTHONHASHSEED: "3", HOME: "/home/pyodide" } });
  self.postMessage({ stage: "Loading the strategies …" });
  const [extractDir] = python.runPython("import site; site.getsitepackages()");
  for (const wheel of await packed) python.unpackArchive(wheel, "wheel", { extractDir });
  return python.pyimport("sudoku_engine.playground.in_browser");
}

/** Return what an error says; of a traceback of Python only its end, which says why. */
function lastLine(error) {
  return String(error?.message ?? error).trim().split("\n").at(-1);
}

async function bytes(name) {
  const response = await fetch(new URL(name, self.location.href));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
