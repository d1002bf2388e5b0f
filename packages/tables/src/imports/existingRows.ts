import { type Kysely, type SqlBool, sql } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import { parameter } from '../edit/parameter.ts';
import { letter } from '../edit/records.ts';
import type { ImportPlan } from './ImportPlan.ts';

/** Key → identifier of the row of the user that has it. A record that is none of the user's rows is none of them. */
export async function existingRows(
  db: Kysely<AnyDatabase>,
  { update, key }: ImportPlan,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (update === null || !key?.written || keys.length === 0) return found;
  const { query, record } = update;
  const { dialect } = query.runtime;
  const { toHost } = query.query.names;
  const source = sql.ref(`${toHost(record.alias)}.${toHost(key.written.column)}`);
  const values = keys.map((text) => parameter(text, key, dialect));
  const rows = query.query.builder
    .clearSelect()
    .select([
      sql`${query.query.rowId}`.as(`rowhouseKey${letter(0)}`),
      dialect.actionRuns.keyOf(source).as(`rowhouseKey${letter(1)}`),
    ])
    .where(sql<SqlBool>`${source} in (${sql.join(values)})`);
  for (const row of (await db.executeQuery<AnyRow>(rows.compile())).rows) {
    const [id, text] = Object.values(row);
    if (!found.has(String(text))) found.set(String(text), String(id));
  }

  return found;
}
