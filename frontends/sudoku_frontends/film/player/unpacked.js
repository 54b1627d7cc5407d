// Unpacks the output of `packed` in `page.py`.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

/** Return the text that was deflated and written in base 85, five letters for four bytes. */
export async function unpacked(text) {
  const values = new Map([...DIGITS].map((digit, value) => [digit, value]));
  const words = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
  for (let i = 0; i < text.length; i += 5) {
    let word = 0;
    for (const digit of text.slice(i, i + 5).padEnd(5, "~")) word = 85 * word + (values.get(digit) ?? 0);
    words.setUint32(0.8 * i, word);
  }
  const bytes = new Uint8Array(words.buffer, 0, Math.floor(0.8 * text.length));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
