import { bodyText } from './createMask.ts';
import { parseExact } from './exactJson.ts';
import { KnownSecrets } from './KnownSecrets.ts';
import { type Mask, masked } from './Mask.ts';

/** Levels of a value that are read, as many as masks keep. */
const deepest = 40;

/** A request, unmasked. */
interface SentText {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
  /** Its bearer token. */
  readonly token?: string | null;
}

/** The masked request, with its body as JSON text. */
interface ShownText {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The secrets that a call sends: services repeat them in their responses, where no name identifies them. They are
 * collected on first use, when a call is masked or a failure reported.
 */
export class CallSecrets {
  readonly #plain: Mask;
  #known: KnownSecrets | null = null;
  #unread: SentText[] = [];
  #mask: Mask | null = null;

  constructor(mask: Mask) {
    this.#plain = mask;
  }

  /** Remembers a request, whose secrets are collected later. */
  sent(request: SentText): void {
    this.#unread.push(request);
  }

  /** All secrets so far. */
  get values(): readonly string[] {
    return this.known?.values ?? [];
  }

  add(value: string | null | undefined): void {
    if (typeof value !== 'string') return;
    this.#known ??= new KnownSecrets();
    this.#known.add(value);
  }

  /** Adds all texts in a value that are secrets by their names. */
  addFrom(value: unknown): void {
    this.#compare(value, this.#plain.body(value, null));
  }

  get known(): KnownSecrets | null {
    for (const request of this.#unread.splice(0)) this.#read(request);

    return (this.#known?.size ?? 0) === 0 ? null : this.#known;
  }

  /** Adds what a mask has removed from a request; `shown` is the masked request. */
  learn(request: SentText, shown: ShownText): void {
    if (shown.url !== request.url) {
      for (const part of hiddenParts(request.url, shown.url)) this.#addDecoded(part);
    }
    for (const name of Object.keys(request.headers)) {
      const value = String(request.headers[name]);
      const safe = shown.headers[name] ?? '';
      if (safe !== value) this.#addHeader(name, value, safe);
    }
    this.#addBody(request.body, shown.body);
  }

  /** A mask that also removes these secrets. */
  get mask(): Mask {
    const plain = this.#plain;
    const hidden = (text: string) => this.known?.text(text) ?? text;
    this.#mask ??= {
      url: (url) => hidden(plain.url(url)),
      headers: (headers) =>
        Object.fromEntries(
          Object.entries(plain.headers(headers)).map(([name, value]) => [hidden(name), hidden(value)]),
        ),
      body: (body, contentType) => {
        const { known } = this;
        if (known === null) return plain.body(body, contentType);
        return known.value(plain.body(known.body(body, contentType), contentType));
      },
      text: (text) => hidden(plain.text(hidden(text))),
    };

    return this.#mask;
  }

  #read({ url, headers, body, token }: SentText): void {
    this.add(token);
    const plain = this.#plain;
    const type = headers['content-type'];
    const contentType = typeof type === 'string' ? type : null;

    this.learn(
      { url, headers, body },
      { url: plain.url(url), headers: plain.headers(headers), body: bodyText(plain, body, contentType) },
    );
  }

  #addHeader(name: string, value: string, shown: string): void {
    for (const part of hiddenParts(value, shown)) this.add(part);
    if (/cookie$/i.test(name)) {
      for (const pair of value.split(';')) this.#addDecoded(pair.slice(pair.indexOf('=') + 1).trim());
    }
    const basic = /authorization$/i.test(name) ? /^basic\s+(\S+)$/i.exec(value)?.[1] : undefined;
    if (basic === undefined) return;
    const pair = Buffer.from(basic, 'base64').toString();
    this.add(pair.slice(pair.indexOf(':') + 1));
  }

  /** @param shown the masked body as JSON text */
  #addBody(body: unknown, shown: string): void {
    if (body === null || shown === body) return;
    if (body instanceof FormData) {
      for (const [name, value] of body) this.addFrom({ [name]: typeof value === 'string' ? value : null });
    } else if (typeof body === 'string') {
      this.#addWritten(body, JSON.parse(shown));
    } else {
      this.#compare(body, JSON.parse(shown));
    }
  }

  /** XML, forms and truncated JSON are compared as text. */
  #addWritten(body: string, shown: unknown): void {
    if (typeof shown === 'object' && shown !== null) {
      this.#compare(parse(body), shown);
    } else {
      for (const part of hiddenParts(body, String(shown))) this.#addDecoded(part);
    }
  }

  #addDecoded(value: string): void {
    this.add(value);
    if (!/[%+]/.test(value)) return;
    try {
      this.add(decodeURIComponent(value.replaceAll('+', ' ')));
    } catch {
      // Not URL-encoded.
    }
  }

  #compare(value: unknown, shown: unknown, depth = 0): void {
    if (typeof value === 'number' && shown === masked) this.add(String(value));
    if (JSON.isRawJSON(value)) {
      if (shown === masked) this.add(value.rawJSON);
      return;
    }
    if (typeof value === 'string' && typeof shown === 'string') {
      for (const part of hiddenParts(value, shown)) this.add(part);
    }
    if (typeof value !== 'object' || value === null || depth >= deepest) return;
    if (shown === masked) this.#addWithin(value, depth + 1);
    if (typeof shown !== 'object' || shown === null) return;

    for (const [name, part] of Object.entries(value)) {
      this.#compare(part, Reflect.get(shown, name), depth + 1);
    }
  }

  /** For `auth: { type: 'client_credentials', user: 'key-17' }` only `key-17`: words are secrets only by their own names. */
  #addWithin(value: object, depth: number): void {
    if (Array.isArray(value)) {
      for (const part of value) this.#compare(part, masked, depth);
      return;
    }
    for (const [name, part] of Object.entries(value)) {
      const isWord = typeof part === 'string' && !/\d/.test(part);
      if (isWord) this.addFrom({ [name]: part });
      else this.#compare(part, masked, depth);
    }
  }
}

/** Null for invalid JSON. */
function parse(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return null;
  }
}

/** The parts of a text that a mask replaced by `***`, without ambiguous ones. */
function hiddenParts(original: string, shown: string): string[] {
  if (original === shown) return [];
  const [first = '', ...kept] = shown.split(masked);
  if (!original.startsWith(first)) return [];
  const parts: string[] = [];
  let at = first.length;

  for (const [index, text] of kept.entries()) {
    const isLast = index === kept.length - 1;
    if (text === '' && !isLast) return parts;
    const end =
      isLast && original.endsWith(text) ? original.length - text.length : original.indexOf(text, at);
    if (end < at || (isLast && !original.endsWith(text))) return parts;
    parts.push(original.slice(at, end));
    at = end + text.length;
  }
  return parts;
}
