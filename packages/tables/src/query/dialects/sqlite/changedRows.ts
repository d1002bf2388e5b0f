import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TextUpdate } from '../Dialect.ts';
import { text, value } from './recordIds.ts';

/** No statement can use what an UPDATE returns. */
export const keepWritten = null;

/** A text is a literal of its type. */
export async function columnTypes<DB>(_db: Kysely<DB>): Promise<ReadonlyMap<string, string>> {
  return new Map();
}

/** The columns of VALUES have the names `column1`, `column2` and so on. */
export function updateEach({ table, records, ids, set, raised, rows }: TextUpdate): RawBuilder<unknown> {
  const given = (index: number) => sql`rowhouse_texts.${sql.id(`column${index + 1}`)}`;
  const values = rows.map(
    (row) =>
      sql`(${sql.join([
        ...row.ids.map((id) => sql`${id}`),
        ...row.values.map((each) => (each === null ? sql`null` : value(each))),
      ])})`,
  );
  const assignments = set.map(({ column }, index) => sql`${sql.id(column)} = ${given(ids.length + index)}`);
  const same = ids.map(({ column }, index) => sql`${text(sql.id(column))} = ${given(index)}`);

  return sql`update ${table} set ${sql.join([...assignments, ...raised])}
    from (values ${sql.join(values)}) as rowhouse_texts where ${records} and ${sql.join(same, sql` and `)}`;
}
