import { type Kysely, type RawBuilder, sql } from 'kysely';
import { columns } from './columns.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { dialectOf } from './dialects/dialectOf.ts';
import { columnsOf, isOlderForm, retiredTable as retired, currentTable as table } from './logForm.ts';

export interface UpgradeOptions {
  /** Rows copied by one statement; 5,000 by default. */
  readonly step?: number;
  /** SQL type of the users' key, as for `installApiLogs`. */
  readonly users?: { readonly type?: string };
  /** Ends it after the statement under way, with the signal's reason. Run again, it goes on. */
  readonly signal?: AbortSignal;
  /** Is told after each step how many rows this run has copied, and of how many that there were at its start. */
  readonly onProgress?: (copied: number, total: number) => void;
}

export interface Upgrade {
  /** Whether there was a table of the older form, or one that an interrupted upgrade had left. */
  readonly upgraded: boolean;
  /** Rows that this run copied. */
  readonly copied: number;
}

/** What the log holds cannot be brought to the current form; the message says what, and what to do. Nothing was changed. */
export class UpgradeRefusedError extends Error {
  override readonly name = 'UpgradeRefusedError';
}

const replacement = 'api_logs_new';
/** Rows logged between the last copy and the exchange of the tables keep their ids: new ones begin so much higher. */
const idGap = 100_000;

/**
 * Brings `api_logs` of the older form, with `type` (1 inbound, 2 outbound) instead of `direction`, methods in lower case
 * and without payload, into the current one. Rows are copied by id into a new table, a step at a time; the tables then
 * take each other's place, rows that came meanwhile follow, and the older table goes when the new one has all of its
 * rows. Interrupted anywhere, it goes on when run again. Calls can be logged meanwhile.
 * Columns that an older table lacks become null, or 1 (`try`), or 0 (`duration`); durations are not converted. Each old
 * row is a call of its own.
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
    await refuseUnknownTypes();
    await dialect.createTable(replacement, type).execute(db);
    total = (await countOf(table)) - (await countOf(replacement));
    await copy(table, replacement, await lastId(replacement));
    for (const statement of dialect.createIndexes(replacement)) {
      await statement.execute(db);
      signal?.throwIfAborted();
    }
    const last = Math.max(await lastId(table), await lastId(replacement));
    await dialect.reserveIds(replacement, last + idGap).execute(db);
    await exchange();
  }
  if (isOlderForm(await columnsOf(db, retired))) {
    upgraded = true;
    await copy(retired, table, 0);
    await sql`drop table ${sql.table(retired)}`.execute(db);
  }
  return { upgraded, copied };

  async function refuseUnknownTypes(): Promise<void> {
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

  /** Rows after the id `from` that the target does not have. */
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

  async function countOf(name: string): Promise<number> {
    const { rows } = await sql<{
      count: number | string | bigint;
    }>`select count(*) as ${sql.ref('count')} from ${sql.table(name)}`.execute(db);

    return Number(rows[0]?.count ?? 0);
  }

  async function lastId(name: string): Promise<number> {
    const { rows } = await sql<{
      last: number | string | null;
    }>`select max(id) as last from ${sql.table(name)}`.execute(db);

    return Number(rows[0]?.last ?? 0);
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

/** What a column of the current form is in a row of the older one. */
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
