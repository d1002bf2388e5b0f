import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  columnsOf,
  dialectOf,
  isOlderForm,
  retiredTable as retired,
  currentTable as table,
} from './apiLogs.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { columns } from './dialects/Dialect.ts';

export interface UpgradeOptions {
  /** Rows per statement. Defaults to 5,000. */
  readonly step?: number;
  /** SQL type of the users' key, as for `installApiLogs`. */
  readonly users?: { readonly type?: string };
  /** Stops after the current statement and rejects with the signal's reason. A further run continues. */
  readonly signal?: AbortSignal;
  /** Receives the number of rows copied by this run and the total at its start, after each step. */
  readonly onProgress?: (copied: number, total: number) => void;
}

export interface Upgrade {
  /** False if there was neither a table of the older form nor an interrupted upgrade. */
  readonly upgraded: boolean;
  /** Rows copied by this run. */
  readonly copied: number;
}

/** The log has values that cannot be upgraded; the message says which, and what to do. Nothing was changed. */
export class UpgradeRefusedError extends Error {
  override readonly name = 'UpgradeRefusedError';
}

const replacement = 'api_logs_new';
const count = sql`count(*)`;
const lastId = sql`max(id)`;
/** Gap before the ids of new rows, for rows logged between the last copy and the swap, which keep their ids. */
const idGap = 100_000;

/**
 * Upgrades an `api_logs` of the older form, which has `type` (1 inbound, 2 outbound) instead of `direction`, methods in
 * lower case and no payload. Rows are copied by id into a new table, step by step; then the tables are swapped, rows
 * logged meanwhile are copied, and the old table is dropped. An interrupted upgrade continues when run again, and calls
 * can be logged during it.
 * Missing columns become null, 1 (`try`) or 0 (`duration`); durations are not converted. Each old row becomes a call.
 *
 * @throws UpgradeRefusedError for rows whose type is neither 1 nor 2; nothing is changed then
 */
export async function upgradeApiLogs<DB>(
  db: Kysely<DB>,
  {
    step = 5_000,
    users: { type = 'bigint' } = {},
    signal,
    onProgress = () => undefined,
  }: UpgradeOptions = {},
): Promise<Upgrade> {
  const dialect = dialectOf(db);
  let copied = 0;
  let total = 0;
  let upgraded = false;

  if (isOlderForm(await columnsOf(db, table))) {
    upgraded = true;
    await refuseUnknownTypes(db, dialect);
    await dialect.createTable(replacement, type).execute(db);
    total = (await select(count, table)) - (await select(count, replacement));
    await copy(table, replacement, await select(lastId, replacement));
    for (const statement of dialect.createIndexes(replacement)) {
      await statement.execute(db);
      signal?.throwIfAborted();
    }
    const last = Math.max(await select(lastId, table), await select(lastId, replacement));
    await dialect.reserveIds(replacement, last + idGap).execute(db);
    await exchange();
  }
  if (isOlderForm(await columnsOf(db, retired))) {
    upgraded = true;
    await copy(retired, table, 0);
    await sql`drop table ${sql.table(retired)}`.execute(db);
  }
  return { upgraded, copied };

  /** Copies rows after the id `from` that the target lacks. */
  async function copy(source: string, target: string, from: number): Promise<void> {
    const known = await columnsOf(db, source);
    const selected = sql.join(['id', ...columns].map((column) => currentValue(column, known, dialect)));
    const targets = sql.join(['id', ...columns].map((column) => sql.ref(column)));

    for (let last = from; ; ) {
      signal?.throwIfAborted();
      const { rows } = await sql<{ last: number | string | null }>`select max(id) as last from
        (select id from ${sql.table(source)} where id > ${last} order by id limit ${sql.lit(step)}) as step`.execute(
        db,
      );
      if (rows[0]?.last == null) return;
      const end = Number(rows[0].last);
      const { numAffectedRows = 0n } = await sql`insert into ${sql.table(target)} (${targets})
        select ${selected} from ${sql.table(source)}
        where id > ${last} and id <= ${end}
          and not exists (select 1 from ${sql.table(target)} as present where present.id = ${sql.ref(`${source}.id`)})
        order by id`.execute(db);
      copied += Number(numAffectedRows);
      onProgress(copied, Math.max(copied, total));
      last = end;
    }
  }

  async function select(aggregate: RawBuilder<unknown>, name: string): Promise<number> {
    const { rows } = await sql<{
      value: number | string | bigint | null;
    }>`select ${aggregate} as ${sql.ref('value')}
      from ${sql.table(name)}`.execute(db);

    return Number(rows[0]?.value ?? 0);
  }

  async function exchange(): Promise<void> {
    const statements = dialect.swap(table, replacement, retired);
    if (statements.length === 1) {
      await statements[0]?.execute(db);
      return;
    }
    await db.transaction().execute(async (transaction) => {
      for (const statement of statements) await statement.execute(transaction);
    });
  }
}

async function refuseUnknownTypes<DB>(db: Kysely<DB>, dialect: Dialect): Promise<void> {
  const { rows } = await sql<{ type: unknown; count: unknown }>`
    select ${sql.ref('type')} as ${sql.ref('type')}, count(*) as ${sql.ref('count')} from ${sql.table(table)}
    where ${sql.ref('type')} is null or ${dialect.asText(sql.ref('type'))} not in ('1', '2')
    group by ${sql.ref('type')}`.execute(db);
  if (rows.length === 0) return;
  const values = rows.slice(0, 10).map(({ type, count }) => `${String(type)} (${String(count)} rows)`);

  throw new UpgradeRefusedError(
    `${table}.type has values that are neither 1 (inbound) nor 2 (outbound): ${values.join(', ')}. ` +
      'Nothing was changed. Set them to 1 or 2, and run the upgrade again.',
  );
}

/** The value of a current column, computed from a row of the older form. */
function currentValue(
  column: string,
  known: ReadonlyMap<string, string>,
  { uuid, asText, asTime }: Dialect,
): RawBuilder<unknown> {
  if (column === 'call_id' && !known.has(column)) return uuid;
  if (column === 'direction') {
    return sql`case ${asText(sql.ref('type'))} when '1' then 'Inbound' when '2' then 'Outbound' end`;
  }
  if (column === 'created_at' || column === 'updated_at') {
    const times = [column, 'created_at', 'updated_at'].filter((name) => known.has(name));
    return sql`coalesce(${sql.join([
      ...times.map((name) => asTime(name, known.get(name) ?? '')),
      sql`current_timestamp`,
    ])})`;
  }
  const value = known.has(column) ? sql`${sql.ref(column)}` : sql`null`;
  if (column === 'method') return sql`upper(${value})`;
  if (column === 'url') return sql`coalesce(${value}, '')`;
  if (column === 'try') return sql`coalesce(${value}, 1)`;
  if (column === 'duration') return sql`coalesce(${value}, 0)`;

  return value;
}
