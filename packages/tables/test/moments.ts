import { type Kysely, sql } from 'kysely';
import type { TestDialect } from '../../../test/databases.ts';
import { defineTable, type TableDefinition, type TemplateJson } from '../src/index.ts';

/** Points in time and days, in every column type that a dialect has for them. */
export interface Moments {
  moments: { id: number; at: string | Date; stored: string | Date; day: string | Date | null };
}

/** One row for each instant: `at` knows its zone where the database can, `stored` is the clock of UTC. */
export async function createMoments(
  db: Kysely<Moments>,
  dialect: TestDialect,
  rows: readonly { at: Date; day: string | null }[],
): Promise<void> {
  const types = {
    postgres: [sql`timestamptz`, sql`timestamp`],
    mysql: [sql`timestamp(3) not null default current_timestamp(3)`, sql`datetime(3)`],
    sqlite: [sql`timestamp`, sql`datetime`],
  } as const;
  const [at, stored] = types[dialect];
  await db.schema
    .createTable('moments')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', at)
    .addColumn('stored', stored)
    .addColumn('day', 'date')
    .execute();

  const values = rows.map((row, index) => {
    const clock = row.at.toISOString().replace('T', ' ').replace('Z', '');

    return {
      id: index + 1,
      at: dialect === 'postgres' ? `${clock}Z` : dialect === 'sqlite' ? row.at.toISOString() : clock,
      stored: clock,
      day: row.day,
    };
  });
  for (let start = 0; start < values.length; start += 500) {
    await db
      .insertInto('moments')
      .values(values.slice(start, start + 500))
      .execute();
  }
}

export function momentsTable(columns?: TemplateJson['columns']): TableDefinition {
  return defineTable({
    template: {
      routePrefix: 'moments',
      lengthMenu: [1000],
      columns: columns ?? [
        { label: 'At', name: 'at', data: 'moments.at', meta: ['datetime', 'filterable'] },
        { label: 'Stored', name: 'stored', data: 'moments.stored', meta: ['datetime', 'filterable'] },
        { label: 'Day', name: 'day', data: 'moments.day', meta: ['date', 'filterable'] },
      ],
    },
    query: (db: Kysely<Moments>) => db.selectFrom('moments').select(['id as dtRowId', 'at', 'stored', 'day']),
  });
}
