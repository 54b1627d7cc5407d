// Run a Python script under Pyodide: node pyodide.mjs PYODIDE MOUNTS SCRIPT
// MOUNTS: JSON, a list of [folder of this machine, folder there].
import { readFileSync } from "node:fs";

const [folder, mounts, script] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "3", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [from, to] of JSON.parse(mounts)) {
  python.FS.mkdirTree(to);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: from }, to);
}
try {
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  console.error(error.message); // without it node shows the whole of Pyodide
  process.exitCode = 1;
}
