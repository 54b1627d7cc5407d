/** Python's files: packs, which are there from the start, and modules that are loaded when they are imported. */

/** Return the files of the pack at `path` in the site, as one archive. */
export async function taken(path) {
  const response = await fetch(new URL(path, self.location.href));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  const archive = response.body?.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(archive).arrayBuffer());
}

/** Write the files of an `archive`, a tar file, into the folder `there` of Python's files. */
export function unpack(FS, archive, there) {
  const decoder = new TextDecoder();
  const text = (at, most) => decoder.decode(archive.subarray(at, at + most)).split("\0")[0];
  for (let at = 0; archive[at];) {
    const [name, folder, size] = [text(at, 100), text(at + 345, 155), parseInt(text(at + 124, 12), 8)];
    const path = [there, folder, name].filter(Boolean).join("/");
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, archive.subarray(at + 512, at + 512 + size));
    at += 512 * (1 + Math.ceil(size / 512));
  }
}

const FINDER = `
import importlib.util, sys

class Later:
    """Finds modules for which the page loads their files first."""

    def find_spec(self, name, path=None, target=None):
        if path is not None or name not in names:
            return None
        sys.meta_path.remove(self)
        from js import takeLater
        sys.path.append(takeLater())
        return importlib.util.find_spec(name)

sys.meta_path.append(Later())
`;

/** Let Python find the modules with these `names`; takeLater, below, loads them. */
export const findLater = (python, names) => python.runPython(FINDER, { globals: python.toPy({ names: new Set(names) }) });

/** Where the modules are that have come later. */
const LATER = "/lib/later.zip";

export const hasLater = (python) => python.FS.analyzePath(LATER).exists;

/** Let Python load the zip file at `path`, at once: an import does not wait for promises. */
export function offerLater(python, path) {
  Object.assign(self, {
    takeLater() {
      self.postMessage({ loads: true });
      const request = new XMLHttpRequest();
      request.open("GET", new URL(path, self.location.href), false);
      request.responseType = "arraybuffer";
      request.send();
      if (request.status !== 200) throw new Error(`${path}: ${request.status}`);
      python.FS.writeFile(LATER, new Uint8Array(request.response));
      return LATER;
    },
  });
}
