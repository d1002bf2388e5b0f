import { isText, longestText, textOf, wideCharset } from '../decodeText.ts';
import { parseExact } from './exactJson.ts';
import { masked } from './Mask.ts';

/** In characters. Shorter values may occur by chance; longer ones are not repeated by services. */
const shortest = 6;
const longest = 16_384;
/** Limits the time of a search; calls have few secrets. */
const most = 100;
/** More characters than a mask keeps. */
const deepest = 60;

interface SearchTerms {
  /** Longest first, since one may be part of another. */
  readonly inText: readonly string[];
  readonly inJson: readonly string[];
  /** UTF-8, one character per byte. */
  readonly inBytes: readonly string[];
  /** True if no format escapes any of their characters. */
  readonly arePlain: boolean;
}

/** Known secret values, masked everywhere and in every encoding. */
export class KnownSecrets {
  readonly #values = new Set<string>();
  #terms: SearchTerms | null = null;
  /** Number of replacements. */
  #found = 0;

  /** Ignores values that are too short or too long. */
  add(value: string): void {
    if (value.length < shortest || value.length > longest || this.#values.size >= most) return;

    this.#values.add(value);
    this.#terms = null;
  }

  get size(): number {
    return this.#values.size;
  }

  get values(): readonly string[] {
    return [...this.#values];
  }

  text(text: string): string {
    let result = text;
    for (const value of this.#all.inText) {
      if (!result.includes(value)) continue;
      result = result.replaceAll(value, masked);
      this.#found += 1;
    }
    return result;
  }

  /** Masks JSON text; returns it unchanged if it has no secret. */
  json(text: string): string {
    if (!isIn(text, this.#all.inJson) && !this.#mayBeEscaped(text)) return text;

    return JSON.stringify(this.value(parseExact(text)));
  }

  /** Masks the texts, names and numbers of a JSON value. */
  value(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#number(value, String(value));
    if (JSON.isRawJSON(value)) return this.#number(value, value.rawJSON);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= deepest) return '[left out: too deep]';
    if (Array.isArray(value)) return value.map((part) => this.value(part, depth + 1));

    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [this.text(name), this.value(part, depth + 1)]),
    );
  }

  /** Masks a body before it is truncated; returns it unchanged if it has no secret. */
  body(body: unknown, contentType: string | null): unknown {
    const text = this.#textToChange(body, (contentType ?? '').toLowerCase());
    if (text === null) return body;
    const parsed = text.length <= longestText && /^\s*[[{"]/.test(text) ? parse(text) : null;
    if (parsed === null) return this.text(text);
    const before = this.#found;
    const hidden = this.value(parsed.value);

    return this.#found === before ? body : JSON.stringify(hidden);
  }

  #number(value: unknown, text: string): unknown {
    if (!this.#values.has(text)) return value;
    this.#found += 1;

    return masked;
  }

  /** The text of a body that may contain a secret; null otherwise. */
  #textToChange(body: unknown, type: string): string | null {
    const { inText, inBytes } = this.#all;
    if (typeof body === 'string') return isIn(body, inText) || this.#mayBeEscaped(body) ? body : null;
    if (!(body instanceof Uint8Array) || !isText(type)) return null;
    if (wideCharset(body) !== null) return this.#textToChange(textOf(body, type, body.length), type);
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');

    return isIn(bytes, inBytes) || this.#mayBeEscaped(bytes) ? textOf(body, type, body.length) : null;
  }

  /** JSON can escape any character, and some writers escape more than necessary. */
  #mayBeEscaped(text: string): boolean {
    return !this.#all.arePlain && (text.includes('\\u') || text.includes('\\/'));
  }

  get #all(): SearchTerms {
    this.#terms ??= searchTerms(this.#values);

    return this.#terms;
  }
}

function searchTerms(values: ReadonlySet<string>): SearchTerms {
  const all = [...values].sort((a, b) => b.length - a.length);
  if (all.every(isPlainSpelling)) return { inText: all, inJson: all, inBytes: all, arePlain: true };
  const inText = unique(all.flatMap(spellingsOf)).sort((a, b) => b.length - a.length);

  return {
    inText,
    inJson: unique(inText.map(escapedJson)),
    inBytes: unique(inText.map((value) => Buffer.from(value).toString('latin1'))),
    arePlain: false,
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function isIn(text: string, values: readonly string[]): boolean {
  return values.some((value) => text.includes(value));
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseExact(text) };
  } catch {
    return null;
  }
}

/** Characters that no encoding changes, except Base64 and the like; forms encode the tilde. */
const plain = /^[\w.-]+$/;

function isPlainSpelling(value: string): boolean {
  return plain.test(value);
}

/** A value in plain text, XML, JSON, URLs and forms. */
function spellingsOf(value: string): string[] {
  if (isPlainSpelling(value)) return [value];
  const inJson = escapedJson(value);
  const inAddress = encodeURIComponent(value.toWellFormed());
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);

  return [
    value,
    escapedXml(value),
    inJson,
    inJson.replaceAll('/', '\\/'),
    inAddress,
    inAddress.replace(/%[\dA-F]{2}/g, lowerCase),
    inForm,
    inForm.replace(/%[\dA-F]{2}/g, lowerCase),
  ];
}

/** As within the quotes of JSON. */
function escapedJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapedXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;');
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
