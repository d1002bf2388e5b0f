import { type AnyDatabase, type Catalogue, type CatalogueTable, tableLabel } from '@rowhouse/tables/internal';
import { type Kysely, sql } from 'kysely';
import type { ExistingIndex } from '../IndexCandidate.ts';
import { qualified, quoted } from './AdviceDialect.ts';
import { plainly } from './plainly.ts';

/** Smaller tables get no advice, and larger ones need not be counted completely. */
const enough = 100_000;

interface KeyRow {
  readonly index_name: string;
  readonly origin: 'c' | 'u' | 'pk';
  readonly is_unique: number;
  readonly is_partial: number;
  /** Of the table; -1: the rowid, -2: an expression. */
  readonly cid: number;
  readonly column_name: string | null;
  readonly descending: number;
  readonly collation: string;
  /** 0: a column that the database adds at the end. */
  readonly is_key: number;
  /** Whether a column of the table may have a collation of its own. */
  readonly is_collated: number;
}

export const sqlite = plainly({
  quote: quoted,
  async facts(db, catalogue) {
    const rows = new Map<string, number>();
    const indexes: ExistingIndex[] = [];

    for (const table of catalogue.tables) {
      const counted = await sql<{ n: number }>`
        select count(*) as n
        from (select 1 from ${sql.id(table.schema, table.name)} limit ${sql.lit(enough)})`
        .execute(db)
        // An unreadable view must not prevent advice for other tables.
        .catch((error: unknown) => {
          if (table.isView) return { rows: [] };
          throw error;
        });
      rows.set(tableLabel(table), Number(counted.rows[0]?.n ?? 0));
      if (!table.isView) indexes.push(...(await readIndexes(db, table)));
    }

    return { rows, indexes, taken: await readNames(db, catalogue) };
  },
  // An index is named with the schema of its table, and the table without it.
  target: (name, table, facts) =>
    `${qualified(quoted, table, facts, name)} ON ${quoted(facts.tables.get(table)?.name ?? table)}`,
  drop: (name, table, facts) => `DROP INDEX ${qualified(quoted, table, facts, name)}`,
});

async function readNames(db: Kysely<AnyDatabase>, { tables }: Catalogue): Promise<ReadonlySet<string>> {
  const schemas = new Set(['main', ...tables.map(({ schema }) => schema)]);
  const { rows } = await sql<{ name: string }>`${sql.join(
    [...schemas].map((schema) => sql`select name from ${sql.id(schema, 'sqlite_schema')}`),
    sql` union all `,
  )}`.execute(db);

  return new Set(rows.map(({ name }) => name));
}

/** Every index ends with the rowid, or with the primary key of a table without one, so each can serve as a key. */
async function readIndexes(db: Kysely<AnyDatabase>, table: CatalogueTable): Promise<ExistingIndex[]> {
  const { schema } = table;
  const { rows } = await sql<KeyRow>`
    select indexes.name as index_name, indexes.origin as origin, indexes."unique" as is_unique,
      indexes.partial as is_partial, keys.cid as cid, keys.name as column_name, keys."desc" as descending,
      keys.coll as collation, keys.key as is_key,
      exists (
        select 1 from ${sql.id(schema, 'sqlite_schema')} as tables
        where tables.type = 'table' and tables.name = ${table.name} and tables.sql like '%collate%'
      ) as is_collated
    from pragma_index_list(${table.name}, ${schema}) as indexes
    join pragma_index_xinfo(indexes.name, ${schema}) as keys
    order by indexes.seq, keys.seqno`.execute(db);
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_xinfo(${table.name}, ${schema}) where pk > 0`.execute(db);
  // The column that is an alias of the rowid: an integer key without its own index.
  const [key, ...more] = columns;
  const isRowid = more.length === 0 && /^integer$/i.test(key?.type ?? '');
  const rowid = isRowid && !rows.some(({ origin }) => origin === 'pk') ? (key?.name ?? null) : null;
  const label = tableLabel(table);
  const found = [...Map.groupBy(rows, ({ index_name: name }) => name)].flatMap(([name, keys]) => {
    const named = keys.map(({ cid, column_name: column, ...rest }) => ({
      ...rest,
      column: cid === -1 ? rowid : column,
    }));
    const usable = named.filter(({ column, is_key: isKey }) => isKey === 1 || column !== null);
    const [first] = keys;
    // Partial, or on an expression.
    if (!first || first.is_partial || usable.some(({ column }) => column === null)) return [];

    return [
      {
        name,
        table: label,
        kind: 'order' as const,
        keys: usable.map(({ column, descending }) => ({
          column: column ?? '',
          descending: descending === 1,
          nullsFirst: descending !== 1,
        })),
        // An index with another collation may serve queries that no other index does.
        isDroppable:
          first.origin === 'c' &&
          first.is_unique === 0 &&
          first.is_collated === 0 &&
          keys.every(({ collation: by }) => by === 'BINARY'),
      },
    ];
  });

  return rowid === null
    ? found
    : [
        ...found,
        {
          name: 'rowid',
          table: label,
          kind: 'order',
          keys: [{ column: rowid, descending: false, nullsFirst: true }],
          isDroppable: false,
        },
      ];
}
