import { sql } from 'kysely';
import { plainly } from './plainly.ts';

export const mysql = plainly(
  (name) => `\`${name.replaceAll('`', '``')}\``,
  async (db) => {
    const { rows } = await sql<{ name: string; row_count: number | string | null }>`
      select table_name as name, table_rows as row_count
      from information_schema.tables where table_schema = database()`.execute(db);
    const names = await sql<{ name: string }>`
      select distinct index_name as name
      from information_schema.statistics where table_schema = database()`.execute(db);

    return {
      rows: new Map(rows.map(({ name, row_count: count }) => [name, Number(count ?? 0)])),
      taken: new Set(names.rows.map(({ name }) => name)),
    };
  },
);
