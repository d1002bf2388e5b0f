import { sql } from 'kysely';

export const empty = sql`() values ()`;

export const lastNumber = sql`last_insert_id()`;

export const hasDefaultWord = true;
export const mostParameters = 60_000;

/** The driver writes values into the statement, which the server parses fast. */
export const textRows = null;
