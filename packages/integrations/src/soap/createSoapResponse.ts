import { IntegrationError } from '../errors.ts';
import type { Mask } from '../mask/Mask.ts';
import { answerText } from './answerText.ts';
import type { SoapAnswer } from './SoapAnswer.ts';
import type { SoapFault, SoapResponse } from './SoapResponse.ts';

interface ResponseContext {
  readonly tries: number;
  readonly mask: Mask;
}

/** The response as callers see it. */
export function createSoapResponse<Result>(
  answer: SoapAnswer,
  context: ResponseContext,
): SoapResponse<Result> {
  return new Response<Result>(answer, context);
}

class Response<Result> implements SoapResponse<Result> {
  readonly #answer: SoapAnswer;
  readonly #mask: Mask;
  readonly status: number;
  readonly tries: number;

  constructor(answer: SoapAnswer, { tries, mask }: ResponseContext) {
    this.#answer = answer;
    this.#mask = mask;
    this.status = answer.status;
    this.tries = tries;
  }

  get headers(): unknown {
    return this.#answer.soapHeaders;
  }

  get result(): Result | null {
    return this.#answer.result as Result | null;
  }

  get fault(): SoapFault | null {
    return this.#answer.soapFault;
  }

  get rawRequest(): string | null {
    const { envelope } = this.#answer;
    return envelope === null ? null : this.#mask.text(envelope);
  }

  get rawResponse(): string | null {
    const { envelope } = this.#answer;
    return envelope === null ? null : this.#mask.text(answerText(this.#answer));
  }

  failed(): boolean {
    return this.status < 200 || this.status > 299 || this.#answer.fault !== null;
  }

  throw(): this {
    if (!this.failed()) return this;
    if (this.#answer.error) throw this.#answer.error;

    const call = `POST ${this.#mask.url(this.#answer.url)} was answered with status ${this.status}`;
    const { tries } = this;
    throw this.#answer.fault === null
      ? new IntegrationError(
          'integrations.call_failed',
          `${call}, after ${tries} ${tries === 1 ? 'attempt' : 'attempts'}.`,
        )
      : new IntegrationError(
          'integrations.invalid_response',
          `${call}, and something else than a SOAP message.`,
        );
  }
}
