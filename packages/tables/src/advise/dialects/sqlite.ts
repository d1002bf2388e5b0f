import { sql } from 'kysely';
import { quoted } from './AdviceDialect.ts';
import { plainly } from './plainly.ts';

/** No table is advised below this, and a larger one need not be counted to its end. */
const enough = 100_000;

export const sqlite = plainly(quoted, async (db, catalogue) => {
  const rows = new Map<string, number>();

  for (const { name: table } of catalogue.tables.filter(({ isVisible }) => isVisible)) {
    const counted = await sql<{ n: number }>`
      select count(*) as n from (select 1 from ${sql.table(table)} limit ${sql.lit(enough)})`.execute(db);
    rows.set(table, Number(counted.rows[0]?.n ?? 0));
  }

  const names = await sql<{ name: string }>`select name from sqlite_schema`.execute(db);

  return { rows, taken: new Set(names.rows.map(({ name }) => name)) };
});
