import type { AttemptResponse } from '../attempts/makeAttempt.ts';
import { IntegrationError } from '../errors.ts';
import type { Mask } from '../mask/Mask.ts';
import { envelopeText } from './envelopeText.ts';

/** A fault of SOAP 1.1 or 1.2, unmasked. */
export interface SoapFault {
  readonly code: string;
  /** Of SOAP 1.2, from the outermost; missing if there are none. */
  readonly subcodes?: readonly string[];
  /** Several reasons, one for each language, are separated by ` / `. */
  readonly message: string;
  /** Elements by name; null for none. */
  readonly detail: unknown;
}

/** The response of a SOAP service. Printing it does not reveal its content. */
export interface SoapResponse<Result = unknown> {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the envelope by element name; null for none. */
  readonly headers: unknown;
  /** Number of attempts made. */
  readonly tries: number;
  /** Result of the operation; null if it failed. */
  readonly result: Result | null;
  /** Null if it succeeded, or failed without a fault. */
  readonly fault: SoapFault | null;
  /** The sent envelope, masked; null if `trace` is false. */
  readonly rawRequest: string | null;
  /** The received envelope, masked; null if `trace` is false. */
  readonly rawResponse: string | null;
  /** Whether the status is outside of 200 to 299, there is a fault, or the response cannot be read. */
  failed(): boolean;
  /** Throws the fault if it failed, or an IntegrationError if there is none; returns itself otherwise. */
  throw(): this;
}

/** The response of one attempt. */
export interface SoapAttemptResponse extends AttemptResponse {
  readonly result: unknown;
  readonly soapHeaders: unknown;
  readonly soapFault: SoapFault | null;
  /** The error to throw for a fault. */
  readonly error: Error | null;
  /** The sent envelope; null if it is not kept. */
  readonly envelope: string | null;
  readonly throws: boolean;
}

interface ResponseContext {
  readonly tries: number;
  readonly mask: Mask;
}

/** The response for callers. */
export function createSoapResponse<Result>(
  response: SoapAttemptResponse,
  context: ResponseContext,
): SoapResponse<Result> {
  return new Response<Result>(response, context);
}

class Response<Result> implements SoapResponse<Result> {
  readonly #response: SoapAttemptResponse;
  readonly #mask: Mask;
  readonly status: number;
  readonly tries: number;

  constructor(response: SoapAttemptResponse, { tries, mask }: ResponseContext) {
    this.#response = response;
    this.#mask = mask;
    this.status = response.status;
    this.tries = tries;
  }

  get headers(): unknown {
    return this.#response.soapHeaders;
  }

  get result(): Result | null {
    return this.#response.result as Result | null;
  }

  get fault(): SoapFault | null {
    return this.#response.soapFault;
  }

  get rawRequest(): string | null {
    const { envelope } = this.#response;
    return envelope === null ? null : this.#mask.text(envelope);
  }

  get rawResponse(): string | null {
    const { envelope } = this.#response;
    return envelope === null ? null : this.#mask.text(envelopeText(this.#response, { inlines: false }));
  }

  failed(): boolean {
    return this.status < 200 || this.status > 299 || this.#response.fault !== null;
  }

  throw(): this {
    if (!this.failed()) return this;
    if (this.#response.error) throw this.#response.error;

    const call = `POST ${this.#mask.url(this.#response.url)} returned status ${this.status}`;
    const { tries } = this;
    throw this.#response.fault === null
      ? new IntegrationError(
          'integrations.call_failed',
          `${call}, after ${tries} ${tries === 1 ? 'attempt' : 'attempts'}.`,
        )
      : new IntegrationError('integrations.invalid_response', `${call}, and the body is not a SOAP message.`);
  }
}
