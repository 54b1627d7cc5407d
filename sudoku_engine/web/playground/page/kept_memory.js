/**
 * Keeps the memory of a Python that has just started, before anybody's code runs: from it, Python is
 * there again in a fifth of the time. Pyodide's snapshots are experimental, so it can always start without.
 */

const CACHE = `memory ${new URL(".", self.location.href).pathname}`;
const address = (version) => new URL(`memory-${version}`, self.location.href).href;

/** Return the memory kept for this `version` of the site's Python; null if there is none. */
export async function keptMemory(version) {
  if (!self.caches) return null; // the page came without https
  const kept = await (await caches.open(CACHE)).match(address(version)).catch(() => null);
  return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
}

/** Keep the `memory` alone, or none. */
export async function keepMemory(version, memory) {
  const cache = await caches.open(CACHE);
  for (const older of await cache.keys()) await cache.delete(older);
  if (memory) await cache.put(address(version), new Response(memory));
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
