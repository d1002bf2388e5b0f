import type { CompiledQuery } from 'kysely';

/** Kysely's dialects have no other way of telling a connection about a statement than its text. */
const mark = '/* by key */ ';

/**
 * A statement that finds its rows by a unique key, or inserts one. One plan is right for all of its values, so that a
 * connection may prepare it although it has parameters.
 */
export function byKey<Row>(statement: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...statement, sql: mark + statement.sql };
}

/** Whether a text is that of such a statement. */
export function isByKey(text: string): boolean {
  return text.startsWith(mark);
}
