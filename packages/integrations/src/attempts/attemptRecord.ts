import type { CallRecord } from '../CallRecord.ts';
import type { Mask } from '../mask/Mask.ts';
import type { TransportResponse } from '../Transport.ts';
import type { AttemptAnswer } from './Exchange.ts';
import { errorText } from './errorText.ts';
import type { MadeAttempt } from './makeAttempt.ts';

export interface RecordContext {
  readonly attempt: number;
  readonly callId: string;
  readonly caller: { readonly userId: number | string | null; readonly route: string | null } | null;
  readonly now: Date;
  readonly mask: Mask;
}

/** The record of an attempt: what was sent and answered, masked. */
export function attemptRecord(
  { request, answer, error, duration }: MadeAttempt<AttemptAnswer>,
  { attempt, callId, caller, now, mask }: RecordContext,
): CallRecord {
  return {
    callId,
    userId: caller?.userId ?? null,
    route: caller?.route ?? null,
    url: mask.url(request.url),
    payload: {
      request: {
        headers: mask.headers(request.headers),
        body: mask.body(request.body, request.headers['content-type'] ?? null),
      },
      response: answer && {
        headers: mask.headers(answer.headers),
        body: answer.body.length === 0 ? null : mask.body(answer.body, contentTypeOf(answer)),
      },
    },
    method: request.method,
    status: answer?.status ?? null,
    error: error === null ? maskedFault(answer, mask) : mask.text(errorText(error)),
    try: attempt,
    direction: 'Outbound',
    duration,
    createdAt: now,
  };
}

function maskedFault({ fault }: AttemptAnswer, mask: Mask): string | null {
  return typeof fault === 'string' ? mask.text(fault) : null;
}

function contentTypeOf({ headers }: TransportResponse): string | null {
  const type = headers['content-type'];
  return typeof type === 'string' ? type : (type?.[0] ?? null);
}
