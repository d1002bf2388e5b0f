import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TextUpdate } from '../Dialect.ts';
import { text, value } from './recordIds.ts';

/** An UPDATE returns nothing. */
export const keepWritten = null;

/** The server converts texts by itself. */
export async function columnTypes<DB>(_db: Kysely<DB>): Promise<ReadonlyMap<string, string>> {
  return new Map();
}

/** Texts of the ids are compared byte by byte: the collation of a column may be another one, or none. */
export function updateEach({ table, records, ids, set, raised, rows }: TextUpdate): RawBuilder<unknown> {
  const name = (index: number) => sql.id(`rowhouse_${index}`);
  const given = (index: number) => sql`rowhouse_texts.${name(index)}`;
  // The collation of the first counts for all: literals may have different ones.
  const collated = (each: string | null, isFirst: boolean) =>
    isFirst ? sql`convert(${each} using utf8mb4) collate utf8mb4_bin` : sql`${each}`;
  const texts = rows.map(
    (row, place) =>
      sql`select ${sql.join([
        ...row.ids.map((id, index) => sql`cast(${id} as binary) as ${name(index)}`),
        ...row.values.map(
          (each, index) => sql`${collated(each, place === 0)} as ${name(ids.length + index)}`,
        ),
      ])}`,
  );
  const assignments = set.map(
    ({ column, stored }, index) =>
      sql`rowhouse_record.${sql.id(column)} = ${value(given(ids.length + index), stored)}`,
  );
  const same = ids.map(
    ({ column, stored }, index) =>
      sql`cast(${text(sql`rowhouse_record.${sql.id(column)}`, stored)} as binary) = ${given(index)}`,
  );

  return sql`update ${table} as rowhouse_record join (${sql.join(texts, sql` union all `)}) as rowhouse_texts
    on ${sql.join(same, sql` and `)} set ${sql.join([...assignments, ...raised])} where ${records}`;
}
