import { Type } from 'typebox';

const text = Type.String();
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const message = Type.Object({
  headers: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: true }),
  body: Type.Unsafe<unknown>({
    description: 'JSON where it was JSON, otherwise text; cut where it is long.',
  }),
});

/** Answer of GET /api/system/apiLogs/calls/:callId. Secrets were masked before the call was logged. */
export const callSchema = Type.Object({
  call: Type.Object({
    id: text,
    direction: text,
    method: text,
    url: Type.String({ description: 'Of the last attempt.' }),
    permission: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The route that was called, or during which the call was made.',
    }),
    user: Type.Union([Type.Null(), Type.Object({ id: Type.Integer(), name: textOrNull })], {
      description: 'Null where nobody was signed in; the name is null when the user was deleted since.',
    }),
    attempts: Type.Array(
      Type.Object({
        id: text,
        try: Type.Integer({ description: 'From 1.' }),
        url: text,
        status: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'Null when no answer came.',
        }),
        error: textOrNull,
        duration: Type.Number({ description: 'Milliseconds.' }),
        createdAt: Type.String({ description: 'ISO 8601, UTC.' }),
        request: Type.Union([Type.Null(), message]),
        response: Type.Union([Type.Null(), message]),
      }),
    ),
  }),
});

/** Answer of GET /api/system/apiLogs/statistics. */
export const statisticsSchema = Type.Object({
  hours: Type.Array(
    Type.Object({
      hour: Type.String({ description: 'When it began; ISO 8601, UTC.' }),
      calls: Type.Integer({ description: 'Attempts, those that failed among them.' }),
      failures: Type.Integer(),
      p95: Type.Number({
        description:
          'Milliseconds within which 95 of 100 were done: the duration of one of them (percentile_disc).',
      }),
    }),
  ),
});
