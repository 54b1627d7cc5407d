/** The requests of both pages of a class to its server, and its news. A key travels only in a header, so news is read by fetch: EventSource sends no headers. */

/** Milliseconds between two attempts: the first pause, and the longest. */
const SHORTEST = 500;
const LONGEST = 5000;

/** Milliseconds after which a silent connection is dead: the server says something every 15 seconds. */
const SILENCE = 40_000;

/**
 * Return the server's answer to a request with a person's `key`; it rejects where there is no connection.
 * @param {{method?: string, body?: any, signal?: AbortSignal}} options body: for JSON
 */
export function ask(path, key, options = {}) {
  const { body } = options;
  return fetch(path, {
    ...options,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { Authorization: `Bearer ${key}`, "X-Language": document.documentElement.lang },
    cache: "no-store",
    credentials: "omit",
  });
}

/**
 * Hear the news at `path` until the function that this returns is called, or the key is refused; after
 * a break they come again by themselves.
 * @param {Record<string, (data: any) => void>} handlers by the names of events
 * @param {(isConnected: boolean, status: number) => void} onState status: of the answer (401: the key is refused); 0: there was none
 */
export function listen(path, key, handlers, onState) {
  let attempt = new AbortController();
  let heard = Date.now();
  let isOver = false;
  let goOn = () => {};
  const again = () => {
    attempt.abort();
    goOn();
  };
  const ends = new AbortController();
  const { signal } = ends;
  addEventListener("online", again, { signal });
  addEventListener("offline", again, { signal });
  addEventListener("pagehide", () => attempt.abort(), { signal }); // the page may be kept for *Back*: its connection would be one of the six that a browser has
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (Date.now() - heard > SILENCE / 2) again(); // a tablet slept
    else goOn();
  }, { signal });
  const watch = setInterval(() => {
    if (Date.now() - heard > SILENCE) attempt.abort();
  }, SILENCE / 8);

  const stop = () => {
    isOver = true;
    ends.abort();
    clearInterval(watch);
    again();
  };

  const tell = (name, data) => {
    try {
      handlers[name]?.(JSON.parse(data));
    } catch (error) {
      reportError(error); // a fault of the page is none of the connection
    }
  };

  const hear = async () => {
    for (let pause = SHORTEST; !isOver; pause = Math.min(2 * pause, LONGEST)) {
      attempt = new AbortController();
      heard = Date.now();
      let status = 0;
      try {
        const answer = await ask(path, key, { signal: attempt.signal });
        ({ status } = answer);
        if (answer.ok && answer.body) {
          onState(true, status);
          pause = SHORTEST;
          for await (const [name, data] of events(answer.body.getReader(), () => (heard = Date.now()))) tell(name, data);
        }
      } catch {
        // The connection broke, or there is none: try again.
      }
      if (isOver) return;
      onState(false, status);
      if (status === 401) stop();
      else await new Promise((resolve) => {
        goOn = () => resolve(undefined);
        setTimeout(goOn, pause * (0.75 + Math.random() / 2)); // a whole class comes back at once
      });
    }
  };
  hear();
  return stop;
}

/** Yield the name and the data of each event of a stream; `onBytes` is called whenever something came. */
async function* events(reader, onBytes) {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    const parts = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const fields = { event: [], data: [] };
      for (const line of part.split(/\r?\n/)) {
        const [, name, text] = /^(\w+): ?(.*)$/.exec(line) ?? [];
        fields[name]?.push(text);
      }
      if (fields.data.length) yield [fields.event.at(-1) ?? "message", fields.data.join("\n")];
    }
  }
}
