import type { SentSecrets } from '../log/maskedRecord.ts';
import { bodyText } from '../mask/bodyText.ts';
import { hiddenParts } from '../mask/hiddenParts.ts';
import { KnownSecrets } from '../mask/KnownSecrets.ts';
import type { Mask } from '../mask/Mask.ts';
import { masked } from '../mask/masked.ts';
import type { SentRequest } from './Exchange.ts';

/** Levels of a value that are looked at: as many as masks show. */
const deepest = 40;

/**
 * The secrets that a call sends: services like to repeat them in their answers, where no name tells what they are. They
 * are taken from the requests when somebody asks for them first: when a record is masked, or a failure told.
 */
export class CallSecrets implements SentSecrets {
  readonly #plain: Mask;
  #known: KnownSecrets | null = null;
  #unread: SentRequest[] = [];
  #mask: Mask | null = null;

  constructor(mask: Mask) {
    this.#plain = mask;
  }

  /** A request of the call, from which they are taken later. */
  sent(request: SentRequest): void {
    this.#unread.push(request);
  }

  add(value: string | null | undefined): void {
    if (typeof value !== 'string') return;
    this.#known ??= new KnownSecrets();
    this.#known.add(value);
  }

  /** Adds all texts within that are secrets by their names. */
  addFrom(value: unknown): void {
    this.#compare(value, this.#plain.body(value, null));
  }

  get known(): KnownSecrets | null {
    for (const request of this.#unread) this.#read(request);
    return (this.#known?.size ?? 0) === 0 ? null : this.#known;
  }

  learn(...[request, shown]: Parameters<SentSecrets['learn']>): void {
    this.#unread = this.#unread.filter(({ headers, token }) => {
      const isRead = headers === request.headers;
      if (isRead) this.add(token);
      return !isRead;
    });
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

  /** Masks those, too. */
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

  #read({ url, headers, body }: SentRequest): void {
    const plain = this.#plain;
    const contentType = headers['content-type'] ?? null;

    this.learn(
      { url, headers, body, contentType },
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

  /** Of JSON that was cut there is only text, as there is of XML and forms. */
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
      // It was no text of an address, and is known as it is.
    }
  }

  #compare(value: unknown, shown: unknown, depth = 0): void {
    if (typeof value === 'number' && shown === masked) this.add(String(value));
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

  /** Of `auth: { type: 'client_credentials', user: 'key-17' }` the second: words are told by their own names. */
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

/** Null for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
