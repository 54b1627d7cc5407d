/**
 * Keeps the modules of Python as they are compiled: to compile them takes four fifths of the time until
 * Python is ready. They go by the wheels that they come from, and are taken before anybody's code runs.
 */

const CACHE = `compiled ${new URL(".", self.location.href).pathname}`;

/** Python sees by its time whether a file was changed since it was compiled. */
const PREPARE = `
import os, sys
sys.dont_write_bytecode = False
for folder, _, names in os.walk(there):
    for name in names:
        os.utime(os.path.join(folder, name), (0, 0))
`;

const PACK = `
import io, os, zipfile
import sudoku_frontends.playground  # what a page needs later is compiled, too
data = io.BytesIO()
with zipfile.ZipFile(data, "w") as archive:
    for folder, _, names in os.walk(there):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".pyc"):
                archive.write(path, os.path.relpath(path, there))
data.getvalue()
`;

/**
 * Unpack into the folder `there` what is kept for these `wheels`, which are there already.
 * @param {any} python  @param {string} there  @param {ArrayBuffer[]} wheels
 * @returns {Promise<() => Promise<void>>} what keeps it, to be called when all is loaded
 */
export async function takeCompiled(python, there, wheels) {
  const nothing = async () => {};
  if (!self.caches) return nothing; // the page came without https
  const cache = await caches.open(CACHE);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(wheels).arrayBuffer()));
  const place = new URL(`compiled-${python.version}-${digest.slice(0, 8).join("-")}`, self.location.href).href;
  const locals = python.toPy({ there });
  python.runPython(PREPARE, { locals });
  const kept = await cache.match(place);
  if (kept) python.unpackArchive(await kept.arrayBuffer(), "zip", { extractDir: there });
  return kept ? nothing : async () => {
    const packed = python.runPython(PACK, { locals }).toJs();
    for (const older of await cache.keys()) await cache.delete(older);
    await cache.put(place, new Response(packed));
  };
}
