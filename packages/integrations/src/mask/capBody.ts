/** Room for the note of what was left out. */
const noteSize = 64;

/**
 * A masked body within `maxSize` bytes. A larger one becomes text, with a note of how much was left out.
 * @param leftOut bytes that were left out before
 */
export function capBody(body: unknown, maxSize: number, leftOut = 0): unknown {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const size = Buffer.byteLength(text);
  if (size <= maxSize && leftOut === 0) return body;
  const kept = cut(text, Math.max(0, maxSize - noteSize));

  return `${kept} … [${size - Buffer.byteLength(kept) + leftOut} bytes left out]`;
}

function cut(text: string, bytes: number): string {
  const buffer = Buffer.from(text.slice(0, bytes));
  if (buffer.length <= bytes) return text.slice(0, bytes).toWellFormed();
  let end = bytes;
  // Not within a character.
  while (end > 0 && ((buffer[end] ?? 0) & 0xc0) === 0x80) end -= 1;

  return buffer.toString('utf8', 0, end);
}
