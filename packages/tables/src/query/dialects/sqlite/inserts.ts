import { sql } from 'kysely';

export const empty = sql`default values`;

/** INSERT … RETURNING. */
export const lastNumber = null;
export const areLast = null;

/** Values of numbered columns are accepted. */
export const overriding = sql``;

export const hasDefaultWord = false;
export const mostParameters = 30_000;

export const textRows = null;
