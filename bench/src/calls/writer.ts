import { randomUUID } from 'node:crypto';
import { type ApiLogTables, type CallRecord, createCallLog, Direction } from '@rowhouse/integrations';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { median } from '../median.ts';
import { thousands } from '../thousands.ts';
import type { LogDatabase } from './database.ts';

const rounds = 7;
const batchSize = 500;

/** Rows a second of the log's writer, next to INSERTs of the same rows by hand, in turns. */
export async function writer(database: LogDatabase, rows: number): Promise<string> {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  const db = new Kysely<ApiLogTables>({ dialect: new PostgresDialect({ pool }) });
  const contenders: Readonly<Record<string, (records: readonly CallRecord[]) => Promise<void>>> = {
    'the log': (records) => byLog(db, records),
    'INSERT … SELECT unnest(…), by hand': (records) => byUnnest(pool, records),
    'INSERT … VALUES, by hand': (records) => byValues(pool, records),
  };
  const rates: Record<string, number[]> = {};
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, write] of Object.entries(contenders)) {
        const records = Array.from({ length: rows }, (_, index) => recordOf(index));
        const start = performance.now();
        await write(records);
        const rate = (rows * 1_000) / (performance.now() - start);
        const written = await database.take();
        if (written !== rows) throw new Error(`${name} wrote ${written} of ${rows} rows.`);
        // The first round warms up.
        if (round > 0) rates[name] = [...(rates[name] ?? []), rate];
      }
    }
  } finally {
    await pool.end();
  }

  return report(rates, rows);
}

async function byLog(db: Kysely<ApiLogTables>, records: readonly CallRecord[]): Promise<void> {
  const log = createCallLog({ db, capacity: records.length, batchSize });
  for (const record of records) log.add(record);
  await log.flush();
  await log.close();
}

const columns: readonly (readonly [name: string, type: string, value: (record: CallRecord) => unknown])[] = [
  ['call_id', 'uuid', ({ callId }) => callId],
  ['user_id', 'bigint', ({ userId }) => userId],
  ['route', 'text', ({ route }) => route],
  ['url', 'text', ({ url }) => url],
  ['payload', 'json', ({ payload }) => JSON.stringify(payload)],
  ['method', 'text', ({ method }) => method],
  ['status', 'int', ({ status }) => status],
  ['error', 'text', ({ error }) => error],
  ['try', 'int', (record) => record.try],
  ['direction', 'text', ({ direction }) => direction],
  ['duration', 'numeric', ({ duration }) => duration],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt],
  ['updated_at', 'timestamptz', ({ createdAt }) => createdAt],
];
const insert = `insert into api_logs (${columns.map(([name]) => `"${name}"`).join(', ')})`;

async function byUnnest(pool: pg.Pool, records: readonly CallRecord[]): Promise<void> {
  const lists = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
  for (const batch of batches(records)) {
    const values = columns.map(([, , value]) => batch.map(value));
    await pool.query(`${insert} select * from unnest(${lists})`, values);
  }
}

async function byValues(pool: pg.Pool, records: readonly CallRecord[]): Promise<void> {
  for (const batch of batches(records)) {
    const rows = batch.map(
      (_, row) => `(${columns.map((__, index) => `$${row * columns.length + index + 1}`).join(', ')})`,
    );
    const values = batch.flatMap((record) => columns.map(([, , value]) => value(record)));
    await pool.query(`${insert} values ${rows.join(', ')}`, values);
  }
}

function batches(records: readonly CallRecord[]): readonly (readonly CallRecord[])[] {
  return Array.from({ length: Math.ceil(records.length / batchSize) }, (_, index) =>
    records.slice(index * batchSize, (index + 1) * batchSize),
  );
}

function recordOf(index: number): CallRecord {
  const body = { number: String(index), city: 'Berlin', lines: [1, 2, 3], note: 'to the back door' };

  return {
    callId: randomUUID(),
    userId: index % 50,
    route: 'orders.ship',
    url: `https://partner.example/v1/orders/${index}/shipments?carrier=any`,
    payload: {
      request: { headers: { authorization: 'Bearer ***', accept: 'application/json' }, body },
      response: {
        headers: { 'content-type': 'application/json' },
        body: { order: String(index), carrier: 'DHL' },
      },
    },
    method: 'POST',
    status: 200,
    error: null,
    try: 1,
    direction: Direction.Inbound,
    duration: 12.345,
    createdAt: new Date(),
  };
}

function report(rates: Readonly<Record<string, readonly number[]>>, rows: number): string {
  const lines = Object.entries(rates).map(
    ([name, all]) =>
      `| ${name} | ${[median(all), Math.min(...all), Math.max(...all)].map((rate) => thousands(Math.round(rate))).join(' | ')} |`,
  );

  return `## Rows a second

Also alone, by \`npm run bench -- calls --writer ${rows}\`.

- ${thousands(rows)} masked records in batches of ${batchSize}, each with request and response, into \`api_logs\` with all its indexes; ${rounds} rounds in turns. The rows are counted and checked after each.

| writer | median | least | most |
| --- | ---: | ---: | ---: |
${lines.join('\n')}
`;
}
