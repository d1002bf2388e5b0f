import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callQuery } from './callQuery.ts';
import type { TableDefinition } from './defineTable.ts';
import type { AnyDatabase, TableContext } from './TableContext.ts';

const db = {} as Kysely<AnyDatabase>;
const context = { user: 'ann', request: {} } as unknown as TableContext;
const definition = (query: unknown) => ({ query }) as TableDefinition;

describe('callQuery', () => {
  it('passes the context to a query that declares it', () => {
    expect(
      callQuery(
        definition((_db: unknown, { user }: TableContext) => user),
        db,
        context,
      ),
    ).toBe('ann');
  });

  it.each([
    ['rest parameters', (...args: [unknown, TableContext]) => args[1].user],
    ['a default', (_db: unknown, own: TableContext = context) => own.user],
    ['destructured rest parameters', (...[, { user }]: [unknown, TableContext]) => user],
    ['a copy', (...args: [unknown, TableContext]) => ({ ...args[1] })],
  ])('passes no context to a query that would read it by %s', (_how, query) => {
    expect(() => callQuery(definition(query), db, context)).toThrow(/without declaring it/);
  });
});
