import { inspect } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';

/** All rows of all tables, as text, by the table's name. */
export async function dumpDatabase(db: Kysely<Database>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const dump: Record<string, string> = {};
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql<{ line: string }>`select t::text as line from ${table} as t`.execute(db);
    dump[`table ${schema}.${name}`] = rows.map(({ line }) => line).join('\n');
  }

  return dump;
}

/** What a thrown error, or anything else, shows when it is printed, logged or sent. */
export function shown(value: unknown): string {
  const inspected = inspect(value, {
    depth: 20,
    showHidden: true,
    maxStringLength: null,
    maxArrayLength: null,
  });
  const causes = value instanceof Error && value.cause !== undefined ? shown(value.cause) : '';

  return [
    inspected,
    json(value),
    value instanceof Error ? `${value.message}\n${value.stack}` : '',
    causes,
  ].join('\n');
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
