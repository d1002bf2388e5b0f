import { defineTable, type TableDefinition, type Tables } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';

/** Entries in an order that many share: `at` is not unique. */
export interface Entries {
  entries: { id: number; at: number; note: string | null };
}

export const sort = 'entries(at, id)';
export const size = 12_000;
/** Values of `at`: 0 to below this one. */
export const moments = 3000;

/** How the entries are stored; `part` is a table that a statement may name instead. */
export const layouts = {
  'one table': { by: null, part: 'entries' },
  'partitions by the sort': { by: 'at', part: 'entries_middle' },
  'partitions by the id': { by: 'id', part: 'entries_middle' },
} as const;

export type Layout = keyof typeof layouts;

export async function createEntries(db: Kysely<Entries>, layout: Layout): Promise<void> {
  const { by } = layouts[layout];
  const run = (statement: string) => sql.raw(statement).execute(db);
  const [low, high] = by === 'id' ? [4000, 8000] : [1000, 2000];
  await run(`create table entries (id integer not null, at integer not null, note text, primary key (id, at))
    ${by === null ? '' : `partition by range (${by})`}`);
  if (by !== null) {
    await run(`create table entries_low partition of entries for values from (minvalue) to (${low})`);
    await run(`create table entries_middle partition of entries for values from (${low}) to (${high})`);
    await run(
      `create table entries_rest partition of entries for values from (${high}) to (maxvalue) partition by range (${by})`,
    );
    await run(`create table entries_high partition of entries_rest for values from (${high}) to (maxvalue)`);
  }
  await run('create index entries_at_id on entries (at, id)');
  await run(`insert into entries select n, n * 7919 % ${moments} from generate_series(1, ${size}) n`);
  await run('analyze entries');
}

/**
 * A table of entries whose rows bring along the ids of their page, as a plain OFFSET gives them in the same snapshot:
 * `where` says of which page.
 */
export function entriesTable(where: {
  start: number;
  length: number;
  direction: 'ASC' | 'DESC';
}): TableDefinition {
  return {
    ...defineTable({
      template: {
        routePrefix: 'entries',
        cache: true,
        columns: [
          { label: 'At', name: 'at', data: 'entries.at', meta: ['sortable', 'filterable'] },
          { label: 'Note', name: 'note', data: 'entries.note', meta: ['sortable'] },
        ],
      },
      query: (db: Kysely<Entries>, _context) =>
        db
          .selectFrom('entries')
          .select(['entries.id as dtRowId', 'entries.at', 'entries.note'])
          .select(
            sql<string>`array_to_string(array(
              select id from entries
              order by at ${sql.raw(where.direction)}, id ${sql.raw(where.direction)}
              limit ${sql.lit(where.length)} offset ${sql.lit(where.start)}
            ), ',')`.as('expected'),
          )
          .select(sql<number>`(select count(*) from entries as every)`.as('present')),
    }),
    count: { sources: ['entries'] },
  };
}

export interface ReadEntries {
  readonly ids: number[];
  readonly expected: number[];
  readonly count: number;
  /** The number of rows in the snapshot of the page; null for a page without rows. */
  readonly present: number | null;
}

/** A page by number, and what it should be. */
export async function readEntries(
  tables: Tables,
  where: { start: number; length: number; direction: 'ASC' | 'DESC' },
): Promise<ReadEntries> {
  const response = await tables.data('entries', {
    columns: [{ name: 'at', meta: { sort: where.direction } }],
    meta: { start: where.start, length: where.length },
  });
  const [first] = response.data as unknown as { expected: string | null; present: string }[];

  return {
    ids: response.data.map((row) => Number(row.dtRowId)),
    expected: first?.expected?.split(',').map(Number) ?? [],
    count: response.count,
    present: first ? Number(first.present) : null,
  };
}
