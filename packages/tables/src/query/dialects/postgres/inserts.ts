import { type RawBuilder, sql } from 'kysely';
import type { TextColumn } from '../Dialect.ts';

export const empty = sql`default values`;

/** INSERT … RETURNING. */
export const lastNumber = null;
export const areLast = null;

export const overriding = sql`overriding system value`;

export const hasDefaultWord = true;
export const mostParameters = 60_000;

/**
 * One parameter with all values: the server parses ten thousand of them ten times as long as it inserts the rows.
 *
 * ```sql
 * select texts.c0, cast(texts.c1 as pg_catalog.int4) from json_to_recordset($1) as texts (c0 text, c1 text)
 * ```
 */
export function textRows(
  columns: readonly TextColumn[],
  rows: readonly (readonly (string | null)[])[],
): RawBuilder<unknown> | null {
  if (columns.some(({ kind }) => kind === 'other')) return null;
  const names = columns.map((_, index) => `c${index}`);
  const records = rows.map((row) => {
    const record: Record<string, string | null> = {};
    for (const [index, name] of names.entries()) record[name] = row[index] ?? null;

    return record;
  });
  const values = columns.map(({ kind, type }, index) => {
    const value = sql`texts.${sql.id(`c${index}`)}`;

    // Texts become any type of texts by themselves, also that of an extension.
    return kind === 'text' ? value : sql`cast(${value} as ${sql.raw(`pg_catalog.${type}`)})`;
  });
  const texts = names.map((name) => sql`${sql.id(name)} text`);

  return sql`select ${sql.join(values)} from json_to_recordset(cast(${JSON.stringify(records)} as json)) as texts (${sql.join(texts)})`;
}
