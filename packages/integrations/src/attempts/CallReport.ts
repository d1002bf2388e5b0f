import { randomUUID } from 'node:crypto';
import type { EnglishText } from '@rowhouse/problems';
import { isFailureStatus } from '../CallRecord.ts';
import type { Client } from '../Client.ts';
import { type Caller, currentCaller } from '../callContext.ts';
import { type CallFault, mapParameters } from '../callFaults.ts';
import { isText } from '../decodeText.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import { IntegrationError, type IntegrationErrorCode } from '../errors.ts';
import { logCall, maskCall, recordOf } from '../log/maskCall.ts';
import type { UnmaskedCall } from '../log/UnmaskedCall.ts';
import type { CallSecrets } from '../mask/CallSecrets.ts';
import type { Mask } from '../mask/Mask.ts';
import { TransportError, type TransportResponse } from '../Transport.ts';
import type { AttemptResponse, MadeAttempt, SentRequest } from './makeAttempt.ts';

/** Logs every attempt of a call and reports its failure. Its own errors never reach the call. */
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

  attempt(made: MadeAttempt<AttemptResponse>, attempt: number): void {
    const { log, debug, mask, clock } = this.#client;
    this.#request = made.request;
    this.#tries = attempt;
    const earlier = this.#secrets.values;
    this.#secrets.sent(made.request);
    if (!log && !debug) return;

    this.#quietly(() => {
      // A full log would drop the record.
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

  /** Reports the last response if it failed. */
  finished({ status, fault = null }: AttemptResponse): void {
    if (isFailureStatus(status) || fault !== null) this.#report(status, fault);
  }

  /** Reports a call without a response. Returns the error for the caller. */
  failed(error: unknown): IntegrationError {
    const { mask } = this.#secrets;
    this.#report(
      null,
      mask.text(errorText(error)),
      mapParameters(callFaultOf(error), (text) => mask.text(text)),
    );
    return callError(error, {
      endpoint: this.#endpoint.constructor.name,
      request: this.#request,
      tries: this.#tries,
      mask,
    });
  }

  #report(status: number | null, error: string | null, fault: CallFault | null = null): void {
    this.#quietly(() =>
      this.#client.failures?.report({
        direction: 'Outbound',
        method: this.#request?.method ?? this.#endpoint.method(),
        url: this.#secrets.mask.url(this.#request?.url ?? ''),
        route: this.#caller?.route ?? null,
        userId: this.#caller?.userId ?? null,
        status,
        error,
        fault,
        callId: this.#callId,
        tries: this.#tries,
        endpoint: this.#endpoint.constructor.name,
      }),
    );
  }

  #quietly(report: () => void): void {
    try {
      report();
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      process.emitWarning(
        `A call of ${this.#endpoint.constructor.name} could not be logged or reported: ${name}.`,
      );
    }
  }
}

interface AttemptContext {
  readonly attempt: number;
  readonly callId: string;
  readonly caller: Caller | null;
  readonly now: Date;
  /** Secrets of the call's earlier requests, and its token. */
  readonly secrets: readonly string[];
}

/** The log entry of an attempt. */
function attemptCall(
  { request, response, error, duration }: MadeAttempt<AttemptResponse>,
  { attempt, callId, caller, now, secrets }: AttemptContext,
): UnmaskedCall {
  return {
    callId,
    userId: caller?.userId ?? null,
    route: caller?.route ?? null,
    url: request.url,
    method: request.method,
    status: response?.status ?? null,
    error: error === null ? faultOf(response) : errorText(error),
    fault: error === null ? null : callFaultOf(error),
    try: attempt,
    direction: 'Outbound',
    duration,
    createdAt: now,
    request: {
      headers: request.headers,
      body: request.body,
      contentType: request.headers['content-type'] ?? null,
    },
    response: response && responseOf(response),
    secrets,
  };
}

function responseOf({ headers, body }: TransportResponse): UnmaskedCall['response'] {
  const type = headers['content-type'];
  const contentType = typeof type === 'string' ? type : (type?.[0] ?? null);
  if (body.length === 0) return { headers, body: null, contentType };
  if (!isText((contentType ?? '').toLowerCase())) {
    return { headers, body: `[${body.length} bytes]`, contentType: null };
  }
  // A copy: a view would keep the whole buffer of the socket in memory.
  return { headers, body: new Uint8Array(body), contentType };
}

function faultOf({ fault }: AttemptResponse): string | null {
  return typeof fault === 'string' ? fault : null;
}

const codes: Partial<Record<TransportError['reason'], IntegrationErrorCode>> = {
  timeout: 'integrations.timeout',
  too_large: 'integrations.invalid_response',
};

/** The error of a call without a response. Its message and cause are masked. */
function callError(
  error: unknown,
  {
    endpoint,
    request,
    tries,
    mask,
  }: { endpoint: string; request: SentRequest | null; tries: number; mask: Mask },
): IntegrationError {
  const cause = maskedError(error instanceof IntegrationError ? error.cause : error, mask);

  if (error instanceof IntegrationError)
    return new IntegrationError(error.code, mask.text(error.message) as EnglishText, {
      cause,
      fault: error.fault,
    });
  if (error instanceof TransportError && request) {
    return new IntegrationError(
      codes[error.reason] ?? 'integrations.no_response',
      `${request.method} ${mask.url(request.url)} got no response, attempt ${tries}: ${mask.text(error.message)}` as EnglishText,
      { cause },
    );
  }
  return new IntegrationError(
    'integrations.invalid_endpoint',
    `${endpoint} cannot be called: ${mask.text(errorText(error))}`,
    { cause },
  );
}

/** A copy with masked message and stack. */
function maskedError(error: unknown, mask: Mask): Error | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof Error)) return new Error(mask.text(String(error)));

  const copy = new Error(mask.text(error.message));
  copy.name = error.name;
  copy.stack = mask.text(error.stack ?? '');
  return 'code' in error ? Object.assign(copy, { code: error.code }) : copy;
}

/** Text of an error for log and reports, unmasked. */
export function errorText(error: unknown): string {
  if (error instanceof TransportError) return `${error.reason}: ${error.message}`;

  return error instanceof Error ? error.message : String(error);
}

/** The same as data; null if the text is all there is. */
function callFaultOf(error: unknown): CallFault | null {
  return error instanceof TransportError || error instanceof IntegrationError ? error.fault : null;
}
