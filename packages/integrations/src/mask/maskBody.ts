import { maskForm } from './maskForm.ts';
import { maskFormData, maskMultipart } from './maskMultipart.ts';
import { maskValue } from './maskValue.ts';
import { parseJson } from './parseJson.ts';
import type { MaskRules } from './rules.ts';
import { isText, longestText, textOf } from './textOf.ts';

/** Room for the note of what was left out. */
const noteSize = 64;

/**
 * A body of any kind, masked, as JSON text. What is larger than `maxSize` bytes becomes text with a note of how much was left
 * out.
 */
export function maskBody(
  body: unknown,
  contentType: string | null,
  rules: MaskRules,
  maxSize: number,
): string {
  if (body === null || body === undefined || body === '') return 'null';
  if (body instanceof Uint8Array) {
    const type = (contentType ?? '').toLowerCase();
    if (!isText(type)) return JSON.stringify(`[${body.length} bytes]`);

    return maskWritten(textOf(body, type), body.length);
  }
  if (typeof body === 'string') return maskWritten(body.slice(0, longestText), Buffer.byteLength(body));
  if (body instanceof FormData) return capped(maskFormData(body, rules));
  if (body instanceof URLSearchParams) return capped(maskForm(String(body), rules));

  return capped(maskValue(body, rules));

  /** @param size in bytes, of the whole body */
  function maskWritten(text: string, size: number): string {
    const read = text.length < longestText ? size : Math.min(size, Buffer.byteLength(text));

    return capped(maskFormat(text, contentType ?? '', rules), size - read);
  }

  /** @param leftOut bytes that were left out before */
  function capped(shown: unknown, leftOut = 0): string {
    const json = JSON.stringify(shown);
    if (leftOut === 0 && json.length * 3 <= maxSize) return json;
    const text = typeof shown === 'string' ? shown : json;
    const size = Buffer.byteLength(text);
    if (size <= maxSize && leftOut === 0) return json;
    const kept = cut(text, Math.max(0, maxSize - noteSize));

    return JSON.stringify(`${kept} … [${size - Buffer.byteLength(kept) + leftOut} bytes left out]`);
  }
}

/** A body as it is sent, by the format that its type names, or that it shows. */
function maskFormat(body: string, contentType: string, rules: MaskRules): unknown {
  const type = contentType.toLowerCase();
  if (type.includes('multipart/')) return maskMultipart(body, contentType, rules) ?? rules.text(body);
  if (type.includes('x-www-form-urlencoded')) return maskForm(rules.text(body), rules);
  const parsed = parseJson(body);

  return parsed === null ? rules.text(body) : maskValue(parsed.value, rules);
}

function cut(text: string, bytes: number): string {
  const buffer = Buffer.from(text.slice(0, bytes));
  if (buffer.length <= bytes) return text.slice(0, bytes).toWellFormed();
  let end = bytes;
  // Not within a character.
  while (end > 0 && ((buffer[end] ?? 0) & 0xc0) === 0x80) end -= 1;

  return buffer.toString('utf8', 0, end);
}
