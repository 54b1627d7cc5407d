/**
 * Keeps the memory of a Python that has just started, before anybody's code runs: from it, Python is
 * there again in a fifth of the time. Pyodide's snapshots are experimental, so it can always start without.
 */

const CACHE = `memory ${new URL(".", self.location.href).pathname}`;

/**
 * Where it is kept; none if the page came without https. Nobody's code, which runs here later, may reach that, nor begin
 * another worker, which keeps what it is told: everybody's Python after it would be changed.
 */
let storage = self.caches;
for (let each = self; each; each = Object.getPrototypeOf(each)) for (const name of ["caches", "Worker"]) Reflect.deleteProperty(each, name);

/** Return the memory kept for this `version` of the site's Python, null if there is none, and what keeps another one alone, or none; only once. */
export async function openMemory(version) {
  const [own, address] = [storage, new URL(`memory-${version}`, self.location.href).href];
  storage = /** @type {any} */ (undefined);
  const keep = async (memory) => {
    const cache = await own.open(CACHE);
    for (const older of await cache.keys()) await cache.delete(older);
    if (memory) await cache.put(address, new Response(memory));
  };
  const kept = await own?.open(CACHE).then((cache) => cache.match(address)).catch(() => null);
  return { memory: kept ? new Uint8Array(await kept.arrayBuffer()) : null, keep };
}

/**
 * Return the options with which Pyodide begins with this `memory`.
 * @param {() => Promise<any>} program loads the module of Pyodide that makes its program
 */
export const begunWith = (memory, program) => ({
  _loadSnapshot: memory,
  async createPyodideModule(settings) {
    const module = await (await program()).default(settings);
    if (module.HEAPU8.length < memory.length) module.growMemory(memory.length); // Pyodide does not
    return module;
  },
});
