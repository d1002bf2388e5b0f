import { randomUUID } from 'node:crypto';
import type { Kysely, KyselyPlugin } from 'kysely';
import type { CallRecord } from '../src/CallRecord.ts';
import type { ApiLogTables } from '../src/log/apiLogs.ts';

export function callRecord(changes: Partial<CallRecord> = {}): CallRecord {
  return {
    callId: randomUUID(),
    userId: 7,
    route: 'orders.ship',
    url: 'https://courier.example/parcels?token=***',
    payload: {
      request: { headers: { accept: 'application/json' }, body: { parcel: [1, 'ü "quoted" \\ 🚚'] } },
      response: { headers: {}, body: null },
    },
    method: 'POST',
    status: 201,
    error: null,
    try: 1,
    direction: 'Outbound',
    duration: 12.3456,
    createdAt: new Date('2026-03-04T05:06:07.089Z'),
    ...changes,
  };
}

/** The same database, whose statements fail with the error of `fault`, unless that is null. */
export function faulty<DB>(db: Kysely<DB>, fault: () => Error | null): Kysely<DB> {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const error = fault();
      if (error !== null) throw error;
      return node;
    },
    transformResult: async ({ result }) => result,
  };

  return db.withPlugin(plugin);
}

export async function storedCalls(db: Kysely<ApiLogTables>) {
  const rows = await db.selectFrom('api_logs').selectAll().orderBy('id').execute();

  return rows.map((row) => ({
    ...row,
    payload: typeof row.payload === 'string' ? JSON.parse(row.payload) : row.payload,
    fault: typeof row.fault === 'string' ? JSON.parse(row.fault) : row.fault,
    duration: Number(row.duration),
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
  }));
}

/** Drivers return dates or text; text without a zone is UTC. */
function utc(time: Date | string): string {
  return (typeof time === 'string' ? new Date(time.endsWith('Z') ? time : `${time}Z`) : time).toISOString();
}
