import type { OutgoingHttpHeaders } from 'node:http';
import type { CallPayload, CallRecord } from '../CallRecord.ts';
import { Itself } from '../Itself.ts';
import { bodyText } from '../mask/bodyText.ts';
import type { KnownSecrets } from '../mask/KnownSecrets.ts';
import type { Mask } from '../mask/Mask.ts';

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A message before anything of it is masked. */
export interface UnmaskedMessage {
  readonly headers: Headers | OutgoingHttpHeaders;
  readonly body: unknown;
  /** Of the body. */
  readonly contentType: string | null;
}

export interface Unmasked {
  readonly url: string;
  readonly error: string | null;
  readonly request: UnmaskedMessage;
  /** Null when there was none. */
  readonly response: UnmaskedMessage | null;
}

/** A message as its mask shows it. */
export interface ShownMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** What a call has sent as secrets, and its answers may repeat. */
export interface SentSecrets {
  /** Adds what the mask has hidden in a request, of which `shown` is all that it leaves. */
  learn(
    request: UnmaskedMessage & { readonly url: string },
    shown: ShownMessage & { readonly url: string },
  ): void;
  /** Of all requests so far; null when there are none. */
  readonly known: KnownSecrets | null;
}

/**
 * A record that is masked when it is first read: in the log's batch, and not while somebody waits for the call. `unmasked`
 * is let go of then.
 * @param secrets what the call has sent as secrets
 */
export function maskedRecord(
  known: Known,
  unmasked: Unmasked,
  mask: Mask,
  secrets: SentSecrets | null = null,
): CallRecord {
  const record: Known = {
    callId: known.callId,
    userId: known.userId,
    route: known.route,
    method: known.method,
    status: known.status,
    try: known.try,
    direction: known.direction,
    duration: known.duration,
    createdAt: known.createdAt,
  };
  new Marked(record, new Content(unmasked, mask, secrets));

  return withContent(record);
}

type Known = Omit<CallRecord, 'url' | 'error' | 'payload'>;

/** Getters of the record itself, so that copies of it have their values; the same ones for all records, which V8 is fast with. */
function withContent(record: Known): CallRecord {
  Object.defineProperty(record, 'url', getters.url);
  Object.defineProperty(record, 'payload', getters.payload);

  return Object.defineProperty(record, 'error', getters.error) as CallRecord;
}

const getters = {
  url: { enumerable: true, configurable: true, get: urlOf },
  payload: { enumerable: true, configurable: true, get: payloadOf },
  error: { enumerable: true, configurable: true, get: errorOf },
} as const;

function urlOf(this: object): string | undefined {
  return Marked.contentOf(this)?.url;
}

function payloadOf(this: object): CallPayload | undefined {
  return Marked.contentOf(this)?.payload;
}

function errorOf(this: object): string | null | undefined {
  return Marked.contentOf(this)?.error;
}

/** The record's payload as JSON text. Of a masked one, nothing is parsed and written again that need not be. */
export function payloadText(record: CallRecord): string {
  return Marked.contentOf(record)?.text ?? JSON.stringify(record.payload);
}

/** Masks it now. */
export function maskNow(record: CallRecord): void {
  Marked.contentOf(record)?.settle();
}

class Content {
  #unmasked: Unmasked | null;
  #mask: Mask | null;
  #secrets: SentSecrets | null;
  #url = '';
  #error: string | null = null;
  #text = '';
  #payload: CallPayload | null = null;

  constructor(unmasked: Unmasked, mask: Mask, secrets: SentSecrets | null) {
    this.#unmasked = unmasked;
    this.#mask = mask;
    this.#secrets = secrets;
  }

  get url(): string {
    this.settle();
    return this.#url;
  }

  get error(): string | null {
    this.settle();
    return this.#error;
  }

  get payload(): CallPayload {
    this.settle();
    this.#payload ??= JSON.parse(this.#text) as CallPayload;
    return this.#payload;
  }

  /** Of the payload; null when somebody has it, and may have changed it. */
  get text(): string | null {
    this.settle();
    return this.#payload === null ? this.#text : null;
  }

  settle(): void {
    const unmasked = this.#unmasked;
    const mask = this.#mask;
    if (unmasked === null || mask === null) return;

    const secrets = this.#secrets;
    this.#unmasked = null;
    this.#mask = null;
    this.#secrets = null;
    const { url, error, request, response } = unmasked;
    const shownUrl = mask.url(url);
    const sent = shown(request, mask);
    secrets?.learn({ url, ...request }, { url: shownUrl, ...sent });
    const known = secrets?.known ?? null;
    const answered = response && shown(known === null ? response : without(known, response), mask);
    const text = `{"request":${messageText(sent)},"response":${answered === null ? 'null' : messageText(answered)}}`;

    this.#url = known === null ? shownUrl : known.text(shownUrl);
    this.#error = error === null ? null : errorText(error, mask, known);
    this.#text = known === null ? text : known.json(text);
  }
}

function shown({ headers, body, contentType }: UnmaskedMessage, mask: Mask): ShownMessage {
  return { headers: mask.headers(texts(headers)), body: bodyText(mask, body, contentType) };
}

/** Before it is cut, so that no part of a secret stays. */
function without(known: KnownSecrets, message: UnmaskedMessage): UnmaskedMessage {
  return { ...message, body: known.body(message.body, message.contentType) };
}

function messageText({ headers, body }: ShownMessage): string {
  return `{"headers":${JSON.stringify(headers)},"body":${body}}`;
}

function errorText(error: string, mask: Mask, known: KnownSecrets | null): string {
  return known === null ? mask.text(error) : known.text(mask.text(known.text(error)));
}

/** Numbers as texts, and nothing that is not there. */
function texts(headers: UnmaskedMessage['headers']): Record<string, string | readonly string[]> {
  const result: Record<string, string | readonly string[]> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    result[name] = typeof value === 'number' ? String(value) : value;
  }
  return result;
}

/** Gives a record its content as a private member: no copy of the record has it, and nobody sees it. */
class Marked extends Itself {
  readonly #content: Content;

  constructor(record: object, content: Content) {
    super(record);
    this.#content = content;
  }

  static contentOf(record: object): Content | null {
    return #content in record ? record.#content : null;
  }
}
