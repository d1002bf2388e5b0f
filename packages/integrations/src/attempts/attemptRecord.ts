import type { CallRecord } from '../CallRecord.ts';
import { maskedRecord, maskNow } from '../log/maskedRecord.ts';
import type { Mask } from '../mask/Mask.ts';
import type { TransportResponse } from '../Transport.ts';
import type { CallSecrets } from './CallSecrets.ts';
import type { AttemptAnswer } from './Exchange.ts';
import { errorText } from './errorText.ts';
import type { MadeAttempt } from './makeAttempt.ts';

export interface RecordContext {
  readonly attempt: number;
  readonly callId: string;
  readonly caller: { readonly userId: number | string | null; readonly route: string | null } | null;
  readonly now: Date;
  readonly mask: Mask;
  readonly secrets: CallSecrets;
}

/** Bodies up to that many bytes wait as they are until the record is written; larger ones are masked, and so capped, at once. */
const smallBody = 16_384;

/** The record of an attempt: what was sent and answered, masked when it is read. */
export function attemptRecord(
  { request, answer, error, duration }: MadeAttempt<AttemptAnswer>,
  { attempt, callId, caller, now, mask, secrets }: RecordContext,
): CallRecord {
  const record = maskedRecord(
    {
      callId,
      userId: caller?.userId ?? null,
      route: caller?.route ?? null,
      method: request.method,
      status: answer?.status ?? null,
      try: attempt,
      direction: 'Outbound',
      duration,
      createdAt: now,
    },
    {
      url: request.url,
      error: error === null ? faultOf(answer) : errorText(error),
      request: {
        headers: request.headers,
        body: request.body,
        contentType: request.headers['content-type'] ?? null,
      },
      response: answer && {
        headers: answer.headers,
        body: shownAnswer(answer),
        contentType: contentTypeOf(answer),
      },
    },
    mask,
    secrets,
  );
  if (!isSmall(request.body) || (answer?.body.length ?? 0) > smallBody) maskNow(record);

  return record;
}

/** Small ones in memory of their own: what comes from a socket keeps all that came with it. */
function shownAnswer({ body }: TransportResponse): Uint8Array | null {
  if (body.length === 0) return null;

  return body.length <= smallBody ? Buffer.from(body) : body;
}

function isSmall(body: unknown): boolean {
  return body === null || (typeof body === 'string' && body.length <= smallBody);
}

function faultOf({ fault }: AttemptAnswer): string | null {
  return typeof fault === 'string' ? fault : null;
}

function contentTypeOf({ headers }: TransportResponse): string | null {
  const type = headers['content-type'];
  return typeof type === 'string' ? type : (type?.[0] ?? null);
}
