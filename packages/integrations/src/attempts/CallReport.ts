import { randomUUID } from 'node:crypto';
import type { Client } from '../Client.ts';
import { currentCaller } from '../context/callContext.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import type { IntegrationError } from '../errors.ts';
import { logCall } from '../log/logCall.ts';
import { maskCall, recordOf } from '../log/maskCall.ts';
import type { CallSecrets } from '../mask/CallSecrets.ts';
import { attemptCall } from './attemptCall.ts';
import { callError } from './callError.ts';
import type { AttemptAnswer, SentRequest } from './Exchange.ts';
import { errorText } from './errorText.ts';
import type { MadeAttempt } from './makeAttempt.ts';

/** Logs every attempt at a call, and reports its failure. No error of it reaches the call. */
export class CallReport {
  readonly #client: Client;
  readonly #endpoint: AnyEndpoint;
  readonly #secrets: CallSecrets;
  #knownId: string | null = null;
  readonly #caller = currentCaller();
  #request: SentRequest | null = null;
  #tries = 0;

  constructor(client: Client, endpoint: AnyEndpoint, secrets: CallSecrets) {
    this.#client = client;
    this.#endpoint = endpoint;
    this.#secrets = secrets;
  }

  get #callId(): string {
    this.#knownId ??= randomUUID();
    return this.#knownId;
  }

  attempt(made: MadeAttempt<AttemptAnswer>, attempt: number): void {
    const { log, debug, mask, clock } = this.#client;
    this.#request = made.request;
    this.#tries = attempt;
    const earlier = this.#secrets.values;
    this.#secrets.sent(made.request);
    if (!log && !debug) return;

    this.#quietly(() => {
      // Nothing is made for a log that is full.
      if (!debug && log?.refuses?.() === true) return;
      const { token } = made.request;
      const call = attemptCall(made, {
        attempt,
        callId: this.#callId,
        caller: this.#caller,
        now: clock.now(),
        secrets: token === null ? earlier : [...earlier, token],
      });
      if (debug) {
        const record = recordOf(maskCall(call, mask));
        log?.add(record);
        debug(record);
      } else if (log) {
        logCall(log, call, mask);
      }
    });
  }

  /** The last response: reported when it failed. */
  answered({ status, fault = null }: AttemptAnswer): void {
    if (status < 200 || status > 299 || fault !== null) this.#report(status, fault);
  }

  /** No response came: reported. Answers what the caller gets. */
  failed(error: unknown): IntegrationError {
    const { mask } = this.#secrets;
    this.#report(null, mask.text(errorText(error)));
    return callError(error, {
      endpoint: this.#endpoint.constructor.name,
      request: this.#request,
      tries: this.#tries,
      mask,
    });
  }

  #report(status: number | null, error: string | null): void {
    this.#quietly(() =>
      this.#client.failures?.report({
        direction: 'Outbound',
        method: this.#request?.method ?? this.#endpoint.method(),
        url: this.#secrets.mask.url(this.#request?.url ?? ''),
        route: this.#caller?.route ?? null,
        userId: this.#caller?.userId ?? null,
        status,
        error,
        callId: this.#callId,
        tries: this.#tries,
        endpoint: this.#endpoint.constructor.name,
      }),
    );
  }

  #quietly(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      process.emitWarning(
        `A call of ${this.#endpoint.constructor.name} could not be logged or reported: ${name}.`,
      );
    }
  }
}
