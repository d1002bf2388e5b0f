import type { AnyDatabase } from '@rowhouse/tables/internal';
import { type Kysely, sql } from 'kysely';
import type { ExistingIndex } from '../IndexCandidate.ts';
import { labelOf, qualified } from './AdviceDialect.ts';
import { plainly } from './plainly.ts';

interface TableRow {
  readonly table_name: string;
  readonly engine: string | null;
  readonly row_count: number | string | null;
}

interface IndexRow {
  readonly table_name: string;
  readonly index_name: string;
  readonly non_unique: number | string;
  readonly column_name: string | null;
  /** `D` for a descending key. */
  readonly direction: string | null;
  /** Of the beginning of a text. */
  readonly sub_part: number | string | null;
  readonly index_type: string;
}

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;

export const mysql = plainly({
  quote,
  async facts(db, catalogue) {
    const rows = new Map<string, number>();
    const taken = new Set<string>();
    const indexes: ExistingIndex[] = [];

    // Queried one by one, each by its name, so that the server does not open the tables of other databases.
    for (const schema of new Set(catalogue.tables.map((table) => table.schema))) {
      const found = await readSchema(db, schema);
      const label = (name: string) => labelOf({ schema, name }, catalogue);
      for (const { table_name: table, row_count: count } of found.tables) {
        rows.set(label(table), Number(count ?? 0));
      }
      for (const { index_name: name } of found.indexes) taken.add(name);
      indexes.push(...indexesOf(found, label));
    }

    return { rows, taken, indexes };
  },
  target: (name, table, facts) => `${quote(name)} ON ${qualified(quote, table, facts)}`,
  drop: (name, table, facts) => `DROP INDEX ${quote(name)} ON ${qualified(quote, table, facts)}`,
});

async function readSchema(db: Kysely<AnyDatabase>, schema: string) {
  const { rows: tables } = await sql<TableRow>`
    select table_name as table_name, engine as engine, table_rows as row_count
    from information_schema.tables where table_schema = ${schema}`.execute(db);
  const { rows: indexes } = await sql<IndexRow>`
    select table_name as table_name, index_name as index_name, non_unique as non_unique, column_name as column_name,
      collation as direction, sub_part as sub_part, index_type as index_type
    from information_schema.statistics where table_schema = ${schema}
    order by table_name, index_name, seq_in_index`.execute(db);

  return { tables, indexes };
}

function indexesOf(
  { tables, indexes }: Awaited<ReturnType<typeof readSchema>>,
  label: (table: string) => string,
): ExistingIndex[] {
  const engines = new Map(tables.map(({ table_name: name, engine }) => [name, engine]));
  const ofTables = Map.groupBy(indexes, ({ table_name: table }) => table);

  return [...ofTables].flatMap(([table, columns]) => {
    const primary = columns.filter(({ index_name: name }) => name === 'PRIMARY');
    // InnoDB appends the missing columns of the primary key to each index.
    const implicit = engines.get(table)?.toLowerCase() === 'innodb' ? primary : [];

    return [...Map.groupBy(columns, ({ index_name: name }) => name)].flatMap(
      ([name, own]): ExistingIndex[] => {
        // The index is on an expression and has no column name.
        if (
          own.some((key) => key.column_name === null || key.sub_part !== null || key.index_type !== 'BTREE')
        ) {
          return [];
        }
        const added = implicit.filter((key) => own.every((other) => other.column_name !== key.column_name));

        return [
          {
            name,
            table: label(table),
            kind: 'order',
            keys: [...own, ...added].map(({ column_name: column, direction }) => ({
              column: column ?? '',
              descending: direction === 'D',
              nullsFirst: direction !== 'D',
            })),
            isDroppable: Number(own[0]?.non_unique) === 1,
          },
        ];
      },
    );
  });
}
