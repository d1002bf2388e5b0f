import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TextUpdate } from '../Dialect.ts';

/**
 * Keeps the rows that an UPDATE writes, by the same statement: they do not pass through this process. Rows whose texts are the same after
 * it are left out.
 *
 * ```sql
 * with written as (update … returning …), kept as (
 *   insert into rowhouse_changed_rows (change_id, position, size, content)
 *   select $1, …, count(*), json_agg(json_build_array(key, null, json_build_array(before0), json_build_array(after0)))
 *   from written where before0 is distinct from after0 having count(*) > 0
 * )
 * select key from written
 * ```
 */
export function keepWritten(
  update: RawBuilder<{ readonly key: string }>,
  change: string,
  columns: number,
): RawBuilder<{ readonly key: string }> {
  const names = (name: string) =>
    Array.from({ length: columns }, (_, index) => sql`written.${sql.id(`${name}${index}`)}`);
  const before = sql.join(names('before'));
  const after = sql.join(names('after'));

  return sql`with written as (${update}), kept as (
    insert into rowhouse_changed_rows (change_id, position, size, content)
    select ${change}, coalesce((select position + size from rowhouse_changed_rows where change_id = ${change}
      order by position desc limit 1), 0), count(*),
      json_agg(json_build_array(written.key, null, json_build_array(${before}), json_build_array(${after})))
    from written where (${before}) is distinct from (${after}) having count(*) > 0
  ) select written.key from written`;
}

/** The types of a table's columns as SQL, also those of other schemas: the server does not convert texts by itself. */
export async function columnTypes<DB>(
  db: Kysely<DB>,
  { schema, name }: { readonly schema: string; readonly name: string },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, pg_catalog.format_type(atttypid, -1) as type from pg_catalog.pg_attribute
    where attrelid = pg_catalog.to_regclass(pg_catalog.format('%I.%I', ${schema}::text, ${name}::text))
      and attnum > 0 and not attisdropped`.execute(db);

  return new Map(rows.map((row) => [row.name, row.type]));
}

/** One parameter with all values: the server parses ten thousand of them more slowly than it writes the rows. */
export function updateEach({
  table,
  records,
  ids,
  set,
  types,
  raised,
  rows,
}: TextUpdate): RawBuilder<unknown> {
  const name = (index: number) => `rowhouse_${index}`;
  const texts = rows.map((row) =>
    Object.fromEntries([...row.ids, ...row.values].map((text, index) => [name(index), text])),
  );
  const names = [...ids, ...set].map((_, index) => sql`${sql.id(name(index))} text`);
  const text = (index: number) => sql`rowhouse_texts.${sql.id(name(index))}`;
  const assignments = set.map(({ column }, index) => {
    const value = text(ids.length + index);
    const type = types.get(column);

    return sql`${sql.id(column)} = ${type === undefined ? value : sql`cast(${value} as ${sql.raw(type)})`}`;
  });
  const same = ids.map(({ column }, index) => sql`cast(${sql.id(column)} as text) = ${text(index)}`);

  return sql`update ${table} set ${sql.join([...assignments, ...raised])}
    from json_to_recordset(cast(${JSON.stringify(texts)} as json)) as rowhouse_texts (${sql.join(names)})
    where ${records} and ${sql.join(same, sql` and `)}`;
}
