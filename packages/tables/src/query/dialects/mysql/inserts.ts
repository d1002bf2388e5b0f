import { type Expression, type SqlBool, sql } from 'kysely';

export const empty = sql`() values ()`;

export const lastNumber = sql`last_insert_id()`;

/** The numbers of one INSERT of VALUES follow each other. */
export function areLast(column: Expression<unknown>, rows: number) {
  return sql<SqlBool>`${column} between last_insert_id() and last_insert_id() + ${rows - 1} * @@auto_increment_increment`;
}

/** Values of numbered columns are accepted. */
export const overriding = sql``;

export const hasDefaultWord = true;
export const mostParameters = 60_000;

/** The driver writes values into the statement, which the server parses fast. */
export const textRows = null;
