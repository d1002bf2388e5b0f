import { type Kysely, sql } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/defineTable.ts';
import type { Relation } from '../definition/relation.ts';
import { type QueryRunner, runnerOf } from '../query/QueryRunner.ts';

/** Attaches each relation's record to the rows, or null; one query a relation. Every row gets a record of its own. */
export async function loadRelations(
  db: Kysely<AnyDatabase>,
  rows: readonly AnyRow[],
  relations: Readonly<Record<string, Relation>>,
  run: QueryRunner = runnerOf(db),
): Promise<void> {
  await Promise.all(
    Object.entries(relations).map(([name, relation]) => loadRelation(db, rows, name, relation, run)),
  );
}

/** Keys of one statement: pages may be longer than it may have parameters. */
const keysLimit = 10_000;

async function loadRelation(
  db: Kysely<AnyDatabase>,
  rows: readonly AnyRow[],
  name: string,
  { table, relatedKey, rowKey, columns }: Relation,
  run: QueryRunner,
): Promise<void> {
  const keys = [
    ...new Set(rows.map((row) => row[rowKey]).filter((key) => key !== null && key !== undefined)),
  ];
  const records = new Map<string, Record<string, unknown>>();

  for (let first = 0; first < keys.length; first += keysLimit) {
    const some = keys.slice(first, first + keysLimit);
    const query = db.selectFrom(table).where(sql.ref(relatedKey), 'in', some);
    const selected = columns ? query.select([...new Set([...columns, relatedKey])]) : query.selectAll();
    const found = await run(selected.compile());

    for (const record of found) {
      records.set(String(record[relatedKey]), record);
    }
  }

  for (const row of rows) {
    const record = records.get(String(row[rowKey]));
    (row as Record<string, unknown>)[name] = record ? { ...record } : null;
  }
}
