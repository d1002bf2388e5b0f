import type { UnmaskedCall } from '../log/UnmaskedCall.ts';
import { isText } from '../mask/textOf.ts';
import type { TransportResponse } from '../Transport.ts';
import type { AttemptAnswer } from './Exchange.ts';
import { errorText } from './errorText.ts';
import type { MadeAttempt } from './makeAttempt.ts';

export interface AttemptContext {
  readonly attempt: number;
  readonly callId: string;
  readonly caller: { readonly userId: number | string | null; readonly route: string | null } | null;
  readonly now: Date;
  /** What earlier requests of the call, and its token, have shown to be secrets. */
  readonly secrets: readonly string[];
}

/** An attempt as the log gets it: what was sent and received. */
export function attemptCall(
  { request, answer, error, duration }: MadeAttempt<AttemptAnswer>,
  { attempt, callId, caller, now, secrets }: AttemptContext,
): UnmaskedCall {
  return {
    callId,
    userId: caller?.userId ?? null,
    route: caller?.route ?? null,
    url: request.url,
    method: request.method,
    status: answer?.status ?? null,
    error: error === null ? faultOf(answer) : errorText(error),
    try: attempt,
    direction: 'Outbound',
    duration,
    createdAt: now,
    request: {
      headers: request.headers,
      body: request.body,
      contentType: request.headers['content-type'] ?? null,
    },
    response: answer && responseOf(answer),
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
  // In memory of its own: what comes from a socket keeps all that came with it.
  return { headers, body: new Uint8Array(body), contentType };
}

function faultOf({ fault }: AttemptAnswer): string | null {
  return typeof fault === 'string' ? fault : null;
}
