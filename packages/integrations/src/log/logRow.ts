import type { CallRecord } from '../CallRecord.ts';
import { wellFormed } from '../mask/wellFormed.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { payloadText } from './maskedRecord.ts';

/** Longest texts that are kept, in characters. */
const longest = { route: 255, url: 8_192, method: 20, error: 8_192 } as const;

/** A record as the JSON text that `Dialect.insertRows` takes a list of. */
export function logRow(record: CallRecord, dialect: Dialect): string {
  // All that may fail comes first, and the payload's text, which is most of the row, is not read again.
  const payload = payloadText(record);
  const time = dialect.time(record.createdAt);
  const row = JSON.stringify({
    call_id: record.callId,
    user_id: record.userId,
    route: text(record.route, longest.route),
    url: text(record.url, longest.url),
    method: text(record.method, longest.method),
    status: record.status,
    error: text(record.error, longest.error),
    try: record.try,
    direction: record.direction,
    duration: Math.round(record.duration * 1_000) / 1_000,
    created_at: time,
    updated_at: time,
  });

  return `${row.slice(0, -1)},"payload":${dialect.payloadAsText ? JSON.stringify(payload) : payload}}`;
}

function text(value: string | null, length: number): string | null {
  if (value === null) return null;

  return wellFormed(value.length > length ? `${value.slice(0, length - 1)}…` : value);
}
