import { wellFormed } from '../mask/textOf.ts';
import type { Dialect } from './dialects/Dialect.ts';
import type { MaskedCall } from './maskCall.ts';

/** Longest texts that are kept, in characters. */
const longest = { route: 255, url: 8_192, method: 20, error: 8_192 } as const;

/** A record as the JSON text that `Dialect.insertRows` takes a list of. */
export function logRow(call: MaskedCall, dialect: Dialect): string {
  const time = dialect.time(call.createdAt);
  const row = JSON.stringify({
    call_id: call.callId,
    user_id: call.userId,
    route: text(call.route, longest.route),
    url: text(call.url, longest.url),
    method: text(call.method, longest.method),
    status: call.status,
    error: text(call.error, longest.error),
    try: call.try,
    direction: call.direction,
    duration: Math.round(call.duration * 1_000) / 1_000,
    created_at: time,
    updated_at: time,
  });

  return `${row.slice(0, -1)},"payload":${dialect.payloadAsText ? JSON.stringify(call.payload) : call.payload}}`;
}

function text(value: string | null, length: number): string | null {
  if (value === null) return null;

  return wellFormed(value.length > length ? `${value.slice(0, length - 1)}…` : value);
}
