import { sql } from 'kysely';

export const empty = sql`() values ()`;

export const lastNumber = sql`last_insert_id()`;

/** Values of numbered columns are accepted. */
export const overriding = sql``;

export const hasDefaultWord = true;
export const mostParameters = 60_000;

/** The driver writes values into the statement, which the server parses fast. */
export const textRows = null;
