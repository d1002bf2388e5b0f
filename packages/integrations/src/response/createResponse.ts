import { decodeText } from '../decodeText.ts';
import { IntegrationError } from '../errors.ts';
import type { HttpResponse } from '../HttpResponse.ts';
import type { Mask } from '../mask/Mask.ts';
import type { TransportResponse } from '../Transport.ts';

export interface ResponseContext {
  readonly method: string;
  readonly tries: number;
  readonly mask: Mask;
}

/** The response as callers see it. Printed or logged as a whole, it shows nothing of what was answered. */
export function createResponse(answer: TransportResponse, context: ResponseContext): HttpResponse {
  return new Response(answer, context);
}

class Response implements HttpResponse {
  readonly #answer: TransportResponse;
  readonly #context: ResponseContext;
  readonly #contentType: string | null;
  readonly status: number;
  readonly tries: number;

  constructor(answer: TransportResponse, context: ResponseContext) {
    const type = answer.headers['content-type'];
    this.#answer = answer;
    this.#context = context;
    this.#contentType = typeof type === 'string' ? type : (type?.[0] ?? null);
    this.status = answer.status;
    this.tries = context.tries;
  }

  get headers(): HttpResponse['headers'] {
    return this.#answer.headers;
  }

  get url(): string {
    return this.#answer.url;
  }

  json(): unknown {
    if (this.status === 204 || this.status === 205) return null;

    const text = this.#decode({ fatal: true });
    try {
      return JSON.parse(text);
    } catch {
      // The parser's own message quotes the body.
      throw this.#unreadable(`${text.length} characters that are not JSON. text() has them`);
    }
  }

  text(): string {
    return this.#decode({ fatal: false });
  }

  bytes(): Uint8Array {
    return this.#answer.body;
  }

  failed(): boolean {
    return this.status < 200 || this.status > 299;
  }

  throw(): this {
    if (!this.failed()) return this;

    const { tries } = this;
    throw new IntegrationError(
      'integrations.call_failed',
      `${this.#call()} was answered with status ${this.status}, after ${tries} ${tries === 1 ? 'attempt' : 'attempts'}.`,
    );
  }

  #decode({ fatal }: { fatal: boolean }): string {
    try {
      return decodeText(this.#answer.body, this.#contentType, { fatal });
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
      `${this.#call()} was answered with status ${this.status} ${this.#context.mask.text(type)}, and ${what}.`,
    );
  }

  #call(): string {
    return `${this.#context.method} ${this.#context.mask.url(this.#answer.url)}`;
  }
}
