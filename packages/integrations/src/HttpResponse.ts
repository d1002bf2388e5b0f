import { isFailureStatus } from './CallRecord.ts';
import { decodeText } from './decodeText.ts';
import { IntegrationError } from './errors.ts';
import type { Mask } from './mask/Mask.ts';
import type { TransportResponse } from './Transport.ts';

/** A response of any status. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by commas, except set-cookie. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** URL after redirects. */
  readonly url: string;
  /** Number of attempts made. */
  readonly tries: number;
  /** Throws `integrations.invalid_response` if the body is not JSON; the message has the status, never the body. Null for 204, 205 and 304. */
  json(): unknown;
  /** The body, decoded by its charset, UTF-8 by default. Empty for 204 and for a response written to a file. */
  text(): string;
  bytes(): Uint8Array;
  /** Whether the status is outside of 200 to 299, and not 304. */
  failed(): boolean;
  /** Throws `integrations.call_failed` if it failed; returns itself otherwise. */
  throw(): this;
}

export interface ResponseContext {
  readonly method: string;
  readonly tries: number;
  readonly mask: Mask;
}

const withoutBody = new Set([204, 205, 304]);

/** The response for callers. Printing it does not reveal its body. */
export function createResponse(response: TransportResponse, context: ResponseContext): HttpResponse {
  return new Response(response, context);
}

class Response implements HttpResponse {
  readonly #response: TransportResponse;
  readonly #context: ResponseContext;
  readonly #contentType: string | null;
  readonly status: number;
  readonly tries: number;

  constructor(response: TransportResponse, context: ResponseContext) {
    const type = response.headers['content-type'];
    this.#response = response;
    this.#context = context;
    this.#contentType = typeof type === 'string' ? type : (type?.[0] ?? null);
    this.status = response.status;
    this.tries = context.tries;
  }

  get headers(): HttpResponse['headers'] {
    return this.#response.headers;
  }

  get url(): string {
    return this.#response.url;
  }

  json(): unknown {
    if (withoutBody.has(this.status)) return null;

    const text = this.#decode({ fatal: true });
    try {
      return JSON.parse(text);
    } catch {
      // The parser's message would quote the body.
      throw this.#unreadable(`${text.length} characters that are not JSON. text() has them`);
    }
  }

  text(): string {
    return this.#decode({ fatal: false });
  }

  bytes(): Uint8Array {
    return this.#response.body;
  }

  failed(): boolean {
    return isFailureStatus(this.status);
  }

  throw(): this {
    if (!this.failed()) return this;

    const { tries } = this;
    throw new IntegrationError(
      'integrations.call_failed',
      `${this.#call()} returned status ${this.status}, after ${tries} ${tries === 1 ? 'attempt' : 'attempts'}.`,
    );
  }

  #decode({ fatal }: { fatal: boolean }): string {
    try {
      return decodeText(this.#response.body, this.#contentType, { fatal });
    } catch (error) {
      throw this.#unreadable(
        error instanceof RangeError
          ? 'text in a charset that is not known. bytes() has it'
          : 'bytes that are not in its charset. bytes() has them',
      );
    }
  }

  #unreadable(what: string): IntegrationError {
    const type = this.#contentType === null ? 'without a content type' : `of type ${this.#contentType}`;

    return new IntegrationError(
      'integrations.invalid_response',
      `${this.#call()} returned status ${this.status} ${this.#context.mask.text(type)}, and ${what}.`,
    );
  }

  #call(): string {
    return `${this.#context.method} ${this.#context.mask.url(this.#response.url)}`;
  }
}
