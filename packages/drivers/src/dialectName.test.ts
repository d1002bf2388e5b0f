import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler, type SqliteAdapter } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, dialects } from '../../../test/databases.ts';
import { dialectName } from './dialectName.ts';

describe.each(dialects)('The dialect of a database, %s', (dialect) => {
  it('is found by its adapter', async () => {
    const { db, destroy } = await createTestDatabase(dialect);

    expect(dialectName(db)).toBe(dialect);
    await destroy();
  });
});

class DerivedAdapter extends PostgresAdapter {}
class ForeignAdapter extends Object {}

function withAdapter(adapter: object) {
  return new Kysely({
    dialect: {
      createAdapter: () => adapter as SqliteAdapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('not used');
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

it('is found by an adapter that extends one of Kysely, and not by others', () => {
  expect(dialectName(withAdapter(new DerivedAdapter()))).toBe('postgres');
  expect(() => dialectName(withAdapter(new ForeignAdapter()))).toThrow(
    'The database adapter ForeignAdapter is not known',
  );
});
