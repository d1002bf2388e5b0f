import { masked } from './Mask.ts';
import { isText, longestText, textOf, wideCharset } from './textOf.ts';

/** In characters. Shorter ones may stand anywhere by chance; longer ones are not repeated by anybody. */
const shortest = 6;
const longest = 16_384;
/** A call has few; more of them would make the search long. */
const most = 100;
/** Masks leave out what is less deep than that already. */
const deepest = 60;

interface Sought {
  /** Longest first: one may be a part of another. */
  readonly inText: readonly string[];
  readonly inJson: readonly string[];
  /** Of the bytes of UTF-8, each as a character. */
  readonly inBytes: readonly string[];
  /** Whether nobody escapes any character of them. */
  readonly arePlain: boolean;
}

/** Values that are known to be secrets, to be hidden wherever they stand, in whatever spelling. */
export class KnownSecrets {
  readonly #values = new Set<string>();
  #sought: Sought | null = null;
  /** How often something was hidden. */
  #found = 0;

  /** Those of a length that is no use are left out. */
  add(value: string): void {
    if (value.length < shortest || value.length > longest || this.#values.size >= most) return;

    this.#values.add(value);
    this.#sought = null;
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

  /** JSON text. As it is, where nothing is to be hidden. */
  json(text: string): string {
    if (!isIn(text, this.#all.inJson) && !this.#mayBeEscaped(text)) return text;

    return JSON.stringify(this.value(JSON.parse(text)));
  }

  /** Of a value of JSON: texts, names and numbers. */
  value(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= deepest) return '[left out: too deep]';
    if (Array.isArray(value)) return value.map((part) => this.value(part, depth + 1));

    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [this.text(name), this.value(part, depth + 1)]),
    );
  }

  /** A body before it is masked, and so cut. As it is, where nothing is to be hidden. */
  body(body: unknown, contentType: string | null): unknown {
    const text = this.#textToChange(body, (contentType ?? '').toLowerCase());
    if (text === null) return body;
    const parsed = text.length <= longestText && /^\s*[[{"]/.test(text) ? parse(text) : null;
    if (parsed === null) return this.text(text);
    const before = this.#found;
    const hidden = this.value(parsed.value);

    return this.#found === before ? body : JSON.stringify(hidden);
  }

  #number(value: number): unknown {
    if (!this.#values.has(String(value))) return value;
    this.#found += 1;

    return masked;
  }

  /** The text of a body in which something may be to hide. */
  #textToChange(body: unknown, type: string): string | null {
    const { inText, inBytes } = this.#all;
    if (typeof body === 'string') return isIn(body, inText) || this.#mayBeEscaped(body) ? body : null;
    if (!(body instanceof Uint8Array) || !isText(type)) return null;
    if (wideCharset(body) !== null) return this.#textToChange(textOf(body, type, body.length), type);
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');

    return isIn(bytes, inBytes) || this.#mayBeEscaped(bytes) ? textOf(body, type, body.length) : null;
  }

  /** JSON may have any character as an escape, and some writers escape more than they need to. */
  #mayBeEscaped(text: string): boolean {
    return !this.#all.arePlain && (text.includes('\\u') || text.includes('\\/'));
  }

  get #all(): Sought {
    this.#sought ??= soughtOf(this.#values);

    return this.#sought;
  }
}

function soughtOf(values: ReadonlySet<string>): Sought {
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
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** In all spellings the same, but for Base64 and the like. */
const plain = /^[\w.~-]+$/;

function isPlainSpelling(value: string): boolean {
  return plain.test(value);
}

/** A value as it is, and as it stands in XML, in JSON, in addresses and in forms. */
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

/** As it stands between the quotes of JSON. */
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
