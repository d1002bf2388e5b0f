import { Type } from 'typebox';
import type { Message } from '../../base/Message.ts';

const text = Type.String();
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** A logged request or response. Secrets were masked before the call was logged. */
const callMessage = Type.Object({
  headers: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: true }),
  body: Type.Unsafe<unknown>({
    description: 'JSON if it was JSON, otherwise text; long bodies are cut.',
  }),
  text: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The body as text: JSON as it was received, with all digits of its numbers.',
  }),
});
const attempt = Type.Object({
  id: text,
  try: Type.Integer({ description: 'From 1.' }),
  url: text,
  status: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Null without a response.',
  }),
  error: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'As it is logged.' }),
  reason: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The error in the language of the caller, except for the parts that are from outside.',
  }),
  duration: Type.Number({ description: 'Milliseconds.' }),
  createdAt: Type.String({ description: 'ISO 8601, UTC.' }),
  request: Type.Union([Type.Null(), callMessage]),
  response: Type.Union([Type.Null(), callMessage]),
});
/** One request of a call. Without messages if payloads were not logged. */
export interface CallAttempt extends Message<typeof attempt> {}

const call = Type.Object({
  id: text,
  direction: text,
  method: text,
  url: Type.String({ description: 'URL of the last attempt.' }),
  permission: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The called route, or the route during which the call was made.',
  }),
  user: Type.Union([Type.Null(), Type.Object({ id: Type.Integer(), name: textOrNull })], {
    description: 'Null without a signed-in user; the name is null if the user was deleted.',
  }),
  attempts: Type.Array(attempt),
});
/** A call with all its attempts. */
export interface ApiCall extends Message<typeof call> {}

export const callResponse = Type.Object({ call });
export interface CallResponse extends Message<typeof callResponse> {}

const hourOfCalls = Type.Object({
  hour: Type.String({ description: 'Start of the hour; ISO 8601, UTC.' }),
  calls: Type.Integer({ description: 'Attempts, including failed ones.' }),
  failures: Type.Integer(),
  p95: Type.Number({
    description: '95th percentile of the durations in milliseconds (percentile_disc).',
  }),
});
/** One hour of the log. Without calls, all numbers are 0. */
export interface HourOfCalls extends Message<typeof hourOfCalls> {}

export const statistics = Type.Object({ hours: Type.Array(hourOfCalls) });
/** The oldest hour first. */
export interface Statistics extends Message<typeof statistics> {}
