import { isText, longestText, textOf } from '../decodeText.ts';
import { masked } from './Mask.ts';
import type { MaskRules } from './MaskRules.ts';
import { isOfGrant, maskForm } from './maskForm.ts';
import { maskJson, maskValue } from './maskValue.ts';

/** Bytes reserved for the note about truncation. */
const noteSize = 64;

/**
 * Masks a body of any kind. Returns JSON text; a body of more than `maxSize` bytes becomes truncated text with a note of
 * how much was left out.
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
  if (body instanceof FormData) return capped(shownValue(maskFormData(body, rules)));
  if (body instanceof URLSearchParams) return capped(shownValue(maskForm(String(body), rules)));

  return capped(shownValue(maskValue(body, rules)));

  /** @param size of the whole body, in bytes */
  function maskWritten(text: string, size: number): string {
    const read = text.length < longestText ? size : Math.min(size, Buffer.byteLength(text));

    return capped(maskFormat(text, contentType ?? '', rules), size - read);
  }

  /** @param leftOut bytes already left out */
  function capped({ json, text }: Shown, leftOut = 0): string {
    if (leftOut === 0 && json.length * 3 <= maxSize) return json;
    const size = Buffer.byteLength(text);
    if (size <= maxSize && leftOut === 0) return json;
    const kept = cut(text, Math.max(0, maxSize - noteSize));

    return JSON.stringify(`${kept} … [${size - Buffer.byteLength(kept) + leftOut} bytes left out]`);
  }
}

/** A masked body. */
interface Shown {
  readonly json: string;
  /** The same for people: without the quotes of a text. */
  readonly text: string;
}

function shownValue(value: unknown): Shown {
  const json = JSON.stringify(value);

  return { json, text: typeof value === 'string' ? value : json };
}

/** Masks a body by the format of its type or content. */
function maskFormat(body: string, contentType: string, rules: MaskRules): Shown {
  const type = contentType.toLowerCase();
  if (type.includes('multipart/')) {
    return shownValue(maskMultipart(body, contentType, rules) ?? rules.text(body));
  }
  if (type.includes('x-www-form-urlencoded')) return shownValue(maskForm(rules.text(body), rules));
  const json = maskJson(body, rules);
  if (json === null) return shownValue(rules.text(body));

  return json.trimStart().startsWith('"') ? shownValue(JSON.parse(json)) : { json, text: json };
}

function cut(text: string, bytes: number): string {
  const buffer = Buffer.from(text.slice(0, bytes));
  if (buffer.length <= bytes) return text.slice(0, bytes).toWellFormed();
  let end = bytes;
  // At a character boundary.
  while (end > 0 && ((buffer[end] ?? 0) & 0xc0) === 0x80) end -= 1;

  return buffer.toString('utf8', 0, end);
}

type Field =
  | { readonly name: string; readonly value: unknown }
  | { readonly name: string; readonly file: string; readonly type: string; readonly size: number };

const mostFields = 1_000;

/** Describes a form: masked fields, and files by name, type and size. */
function maskFormData(form: FormData, rules: MaskRules): Field[] {
  const fields: Field[] = [];

  for (const [name, value] of form) {
    if (fields.length >= mostFields) break;
    fields.push(
      typeof value === 'string'
        ? field(name, value, rules)
        : file(name, value.name, value.type, value.size, rules),
    );
  }
  return withoutCode(fields, rules);
}

/** The same for a raw body; null if it is not multipart. */
function maskMultipart(body: string, contentType: string, rules: MaskRules): Field[] | null {
  const boundary = /boundary\s{0,4}=\s{0,4}(?:"([^"]{1,200})"|([^\s;,]{1,200}))/i.exec(contentType);
  const delimiter = boundary && `--${boundary[1] ?? boundary[2]}`;
  if (delimiter === null || !body.includes(delimiter)) return null;
  const fields: Field[] = [];

  for (const part of body.split(delimiter).slice(1, mostFields + 1)) {
    if (part.startsWith('--')) break;
    fields.push(readPart(part, rules));
  }
  return withoutCode(fields, rules);
}

function withoutCode(fields: Field[], { isSecretName }: MaskRules): Field[] {
  if (!fields.some(({ name }) => isOfGrant(name))) return fields;

  return fields.map((one) =>
    'value' in one && isSecretName(one.name, 'grant') ? { ...one, value: masked } : one,
  );
}

function readPart(part: string, rules: MaskRules): Field {
  const separator = /\r?\n\r?\n/.exec(part);
  const head = separator === null ? part : part.slice(0, separator.index);
  const body =
    separator === null ? '' : part.slice(separator.index + separator[0].length).replace(/\r?\n$/, '');
  const disposition = /content-disposition:([^\n]{0,2000})/i.exec(head)?.[1] ?? '';
  const name = parameter(disposition, 'name') ?? '';
  const filename = parameter(disposition, 'filename') ?? parameter(disposition, 'filename\\*');
  const type = /content-type:[ \t]{0,8}([^\s;]{1,100})/i.exec(head)?.[1];
  const isText = type === undefined || /^text\/|json|xml/i.test(type);

  return filename === null && isText
    ? field(name, body, rules)
    : file(name, filename ?? '', type ?? 'application/octet-stream', Buffer.byteLength(body), rules);
}

function parameter(disposition: string, name: string): string | null {
  const found = new RegExp(`[;\\s]${name}=(?:"([^"]{0,500})"|([^\\s;]{1,500}))`, 'i').exec(disposition);

  return found === null ? null : (found[1] ?? found[2] ?? '');
}

function field(name: string, value: string, { isSecretName, text, nested }: MaskRules): Field {
  return { name: text(name), value: isSecretName(name) && value !== '' ? masked : nested(value) };
}

function file(name: string, filename: string, type: string, size: number, { text }: MaskRules): Field {
  return { name: text(name), file: text(filename), type: text(type), size };
}
