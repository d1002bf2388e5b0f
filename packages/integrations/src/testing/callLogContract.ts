import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type CallLog, type CallRecord, Direction } from '../CallRecord.ts';

/** A log with a way to read what it stored. */
export interface OpenedCallLog {
  readonly log: CallLog;
  /** All records of the call, after everything that was added is stored; by `try`. */
  stored(callId: string): Promise<readonly CallRecord[]>;
}

/**
 * What every implementation of `CallLog` has to do, one case for each rule, to run in any test framework:
 *
 *     it.each(callLogContract(() => openMyLog()))('$name', ({ run }) => run());
 */
export function callLogContract(
  create: () => OpenedCallLog | Promise<OpenedCallLog>,
): readonly { readonly name: string; run(): Promise<void> }[] {
  const recordOf = (callId: string, changes: Partial<CallRecord> = {}): CallRecord => ({
    callId,
    userId: 7,
    route: 'orders.ship',
    url: 'https://courier.example/parcels?size=1',
    payload: {
      request: { headers: { accept: 'application/json' }, body: { weight: 1.5, tags: ['a', null] } },
      response: { headers: { 'content-type': 'application/json' }, body: { id: 'RO-1' } },
    },
    method: 'POST',
    status: 201,
    error: null,
    try: 1,
    direction: Direction.Outbound,
    duration: 12.345,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    ...changes,
  });
  const shown = ({ callId, userId, ...record }: CallRecord) => ({
    ...record,
    callId,
    userId: String(userId),
  });

  return [
    {
      name: 'stores every member of a record',
      async run() {
        const { log, stored } = await create();
        const record = recordOf(randomUUID());
        equal(log.add(record), undefined);
        deepEqual((await stored(record.callId)).map(shown), [shown(record)]);
      },
    },
    {
      name: 'stores an attempt without a response',
      async run() {
        const { log, stored } = await create();
        const payload = { ...recordOf('').payload, response: null };
        const record = recordOf(randomUUID(), { status: null, error: 'ECONNRESET', route: null, payload });
        log.add(record);
        deepEqual((await stored(record.callId)).map(shown), [shown(record)]);
      },
    },
    {
      name: 'stores all attempts that are added at the same time',
      async run() {
        const { log, stored } = await create();
        const callId = randomUUID();
        for (let attempt = 1; attempt <= 500; attempt += 1) log.add(recordOf(callId, { try: attempt }));
        deepEqual(
          (await stored(callId)).map((record) => record.try),
          Array.from({ length: 500 }, (_, index) => index + 1),
        );
      },
    },
    {
      name: 'never throws to the call, whatever a record contains',
      async run() {
        const { log, stored } = await create();
        const callId = randomUUID();
        log.add(
          recordOf(callId, { url: `https://courier.example/\u0000\uD800${'x'.repeat(100_000)}`, try: 1 }),
        );
        log.add(recordOf(callId, { try: 2 }));
        deepEqual((await stored(callId)).at(-1)?.try, 2);
      },
    },
  ];
}
