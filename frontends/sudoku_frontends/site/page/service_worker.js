/**
 * Keeps the files of one version of the site, so that it works without a network.
 *
 * Files are kept by path and digest: no page gets a file of another version, and files that are the same
 * in both are kept once. A new version waits until no page of the old one is open, or until a person says so.
 */

/** The digest of each file by its path, put here when the site is made. @type {Record<string, string>} */
const FILES = {};

/** The addresses of files of another site, put here as well. @type {string[]} */
const ELSEWHERE = [];

/** @type {any} */
const worker = self;

const scope = worker.registration.scope;
const CACHE = `sudoku ${scope}`;

/** Files that are fetched on request, or when there is nothing else to do: Python, many pages, other languages. */
const LATER = /^(pyodide|python|modules|techniques)\/|\.[a-z]{2}\.(html|json)$/;

/** The current fetches, so that none is made twice. @type {Map<string, Promise<Response>>} */
const underWay = new Map();

/** Ends all fetches: a newer version takes over as soon as the older one has nothing to do. */
const ending = new AbortController();

/** Return where a file is kept; a file of another site has an address with its version in it. */
const place = (path) => new URL(FILES[path] ? `${path}?${FILES[path]}` : path, scope).href;

/** Return the path of the site at an `address`. */
function pathOf(address) {
  const { origin, pathname } = new URL(address);
  const [path] = `${origin}${pathname}`.startsWith(scope) ? [`${origin}${pathname}`.slice(scope.length)] : [address];
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

async function digestOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the file at `path`, kept or fetched, and keep it. Throws if the site has another version of it now. */
async function file(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(place(path));
  if (kept) return kept;
  if (!underWay.has(path)) underWay.set(path, fetched(path).finally(() => underWay.delete(path)));
  const response = (await underWay.get(path))?.clone();
  if (!response) throw new Error(path);
  await cache.put(place(path), response.clone()).catch(() => {}); // there is no room: it works with a network
  return response;
}

/** The site has another version of a file now. */
class OtherVersion extends Error {}

async function fetched(path) {
  const response = await fetch(new URL(path, scope), { cache: "no-cache", signal: ending.signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  if (FILES[path] && (await digestOf(bytes)) !== FILES[path]) {
    worker.registration.update().catch(() => {});
    throw new OtherVersion(path);
  }
  return new Response(bytes, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
}

/** Keep the files at `paths`, one after another: a person's own page goes first. */
async function keep(paths) {
  for (const path of paths) await file(path);
}

async function install() {
  const cache = await caches.open(CACHE);
  const before = new Set((await cache.keys()).map(({ url }) => pathOf(url)));
  await keep(Object.keys(FILES).filter((path) => !LATER.test(path) || before.has(path)));
  for (const path of Object.keys(FILES)) {
    if (!LATER.test(path) && !(await cache.match(place(path)))) throw new Error("there is no room");
  }
}

/** Drop what only an older version had. */
async function takeOver() {
  const cache = await caches.open(CACHE);
  const ours = new Set([...Object.keys(FILES), ...ELSEWHERE].map(place));
  for (const { url } of await cache.keys()) if (!ours.has(url)) await cache.delete(url);
  await worker.clients.claim();
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

worker.addEventListener("message", (event) => {
  if (event.data === "take over") worker.skipWaiting();
  else if (event.data === "make way") ending.abort();
  else event.waitUntil(keep([...Object.keys(FILES), ...ELSEWHERE]).catch(() => {}));
});

worker.addEventListener("fetch", (event) => {
  const path = pathOf(event.request.url);
  if (event.request.method !== "GET" || !(path in FILES || ELSEWHERE.includes(path))) return;
  const otherVersion = () => new Response(null, { status: 409, statusText: "newer version" }); // `python.js` knows it
  event.respondWith(file(path).catch((error) => (error instanceof OtherVersion ? otherVersion() : Response.error())));
});
