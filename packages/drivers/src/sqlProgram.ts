import { readFileSync } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';

/** SQL text or an expression; a function receives the words after the name of the placeholder. */
export type SqlValue = string | RawBuilder<unknown> | ((...words: string[]) => string);

/**
 * The statement of an SQL file in the folder `sql` next to a module, with a value for each placeholder: `{{table}}` is
 * `values.table`, and `{{keys m desc}}` the result of `values.keys('m', 'desc')`. Comments before the statement are left out.
 * The file is read at each call, so that a bundle without it fails only where the program is installed.
 *
 * ```ts
 * sqlProgram(import.meta.url, 'record_change', { table: sql.table('orders') });
 * ```
 *
 * @throws Error if the file does not exist, or a placeholder has no value
 */
export function sqlProgram(
  module: string,
  name: string,
  values: Readonly<Record<string, SqlValue>> = {},
): RawBuilder<unknown> {
  const statement = readFileSync(new URL(`./sql/${name}.sql`, module), 'utf8')
    .replace(/^(--.*\n)+/, '')
    .trimEnd();
  // What is between the braces is at odd indices.
  const parts = statement.split(/\{\{([^{}]+)\}\}/);
  const texts = parts.filter((_, index) => index % 2 === 0);
  const expressions = parts.flatMap((part, index) => (index % 2 === 1 ? [expressionOf(part)] : []));

  return sql(Object.assign(texts, { raw: texts }), ...expressions);

  function expressionOf(placeholder: string): RawBuilder<unknown> {
    const [key = '', ...words] = placeholder.split(' ');
    const value = values[key];
    if (value === undefined) throw new Error(`${name}.sql needs a value for {{${placeholder}}}.`);
    const given = typeof value === 'function' ? value(...words) : value;

    return typeof given === 'string' ? sql.raw(given) : given;
  }
}
