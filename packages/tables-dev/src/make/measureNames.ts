import type { AnyDatabase } from '@rowhouse/tables/internal';
import { type Kysely, sql } from 'kysely';
import type { DescribedColumn, DescribedTable } from './DescribedTable.ts';
import { isUnique, labelChoices } from './rowLabel.ts';
import { sampleSize } from './structure.ts';

/** Tables that are read concurrently. */
const readers = 4;

/** The best choices, of which the values are compared. */
const mostChoices = 6;

/**
 * Finds out whether the values that could name the rows of tables repeat, where statistics do not say it: from the first
 * 1,000 rows by the primary key, which an index reads without a sort. Rounded like PostgreSQL's statistics: values repeat if
 * there are fewer different ones than half of the rows. A table that cannot be read is left out.
 */
export async function measureNames(
  db: Kysely<AnyDatabase>,
  tables: Iterable<DescribedTable>,
): Promise<ReadonlyMap<DescribedTable, DescribedTable>> {
  const measured = new Map<DescribedTable, DescribedTable>();
  const waiting = [...tables].flatMap((table) => {
    const choices = unknownChoices(table);

    return choices.length > 0 ? [{ table, choices }] : [];
  });
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { table, choices } = next;
      // It is named as if it had no rows.
      const repeated = await readRepeated(db, table, choices).catch(() => null);
      if (repeated) measured.set(table, withRepeated(table, choices, repeated));
    }
  };
  await Promise.all(Array.from({ length: readers }, work));

  return measured;
}

type Choice = readonly DescribedColumn[];

/** No choice is needed after one that is known not to repeat. */
function unknownChoices(table: DescribedTable): readonly Choice[] {
  const isStored = table.kind === 'table' || table.kind === 'partitioned table';
  if (!isStored || !table.isReadable || table.isPartition) return [];
  const readable = table.columns.filter(({ isReadable }) => isReadable);
  const choices = labelChoices(table, readable);
  const isKnown = ([column, ...others]: Choice) =>
    column !== undefined && others.length === 0 && (isUnique(table, column) || column.isRepeated === false);
  const end = choices.findIndex(isKnown);

  return choices
    .slice(0, end === -1 ? undefined : end)
    .filter(([column, ...others]) => others.length > 0 || column?.isRepeated === null)
    .slice(0, mostChoices);
}

/** Whether the values of each choice repeat; null without rows. */
async function readRepeated(
  db: Kysely<AnyDatabase>,
  { schema, name, primaryKey }: DescribedTable,
  choices: readonly Choice[],
): Promise<readonly boolean[] | null> {
  const columns = [...new Set(choices.flat().map((column) => column.name))];
  const order =
    primaryKey.length > 0 ? sql`order by ${sql.join(primaryKey.map((column) => sql.id(column)))}` : sql``;
  const counted = choices.map((choice, index) => {
    const refs = choice.map((column) => sql.id(column.name));
    const value = refs.length === 1 ? sql`${refs[0]}` : sql`nullif(concat_ws(' ', ${sql.join(refs)}), '')`;

    return sql`count(distinct ${value}) as ${sql.id(`different_${index}`)}`;
  });
  const { rows } = await sql<Record<string, unknown>>`
    select count(*) as size, ${sql.join(counted)} from (
      select ${sql.join(columns.map((column) => sql.id(column)))} from ${sql.id(schema, name)} ${order}
      limit ${sql.lit(sampleSize)}
    ) as first_rows`.execute(db);
  const [found] = rows;
  const size = Number(found?.size ?? 0);

  return size === 0
    ? null
    : choices.map((_choice, index) => Number(found?.[`different_${index}`]) * 2 < size);
}

function withRepeated(
  table: DescribedTable,
  choices: readonly Choice[],
  repeated: readonly boolean[],
): DescribedTable {
  const singles = new Map(
    choices.flatMap(([column, ...others], index) =>
      column && others.length === 0 ? [[column.name, repeated[index] ?? null] as const] : [],
    ),
  );

  return {
    ...table,
    columns: table.columns.map((column) =>
      singles.has(column.name) ? { ...column, isRepeated: singles.get(column.name) ?? null } : column,
    ),
    repeatedNames: choices.flatMap((choice, index) =>
      choice.length > 1 && repeated[index] ? [choice.map(({ name }) => name)] : [],
    ),
  };
}
