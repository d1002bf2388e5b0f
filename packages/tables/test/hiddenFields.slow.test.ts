import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { tablesHandler } from '../src/fetch/index.ts';
import { installActionRuns, installChanges, installImports } from '../src/index.ts';
import {
  type Asked,
  anyStep,
  createStaff,
  fillStaff,
  hiddenValues,
  permits,
  plainSteps,
  type Staff,
  tables,
} from './hiddenFields.ts';

interface Received {
  readonly status: number;
  readonly body: string;
}

/** Identifiers that are drawn at random, and the number that the database gives a new record. */
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function serve(database: TestDatabase<Staff>) {
  const handler = tablesHandler({
    db: database.db,
    tables,
    development: false,
    changes: { userId: () => 1 },
    access: { user: () => 'somebody', permits },
  });

  return async ({ method, path, body }: Pick<Asked, 'method' | 'path' | 'body'>): Promise<Received> => {
    const isFile = typeof body === 'string';
    const response = await handler(
      new Request(`http://test/${path}`, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': isFile ? 'text/csv' : 'application/json' },
          body: isFile ? body : JSON.stringify(body),
        }),
      }),
    );

    return {
      status: response?.status ?? 404,
      body: ((await response?.text()) ?? '').replace(uuids, 'a uuid'),
    };
  };
}

describe.each(dialects)('columns that a user may not write, on %s', (dialect) => {
  let databases: [TestDatabase<Staff>, TestDatabase<Staff>];
  let sent: ReturnType<typeof serve>[];
  beforeAll(async () => {
    databases = [await createTestDatabase<Staff>(dialect), await createTestDatabase<Staff>(dialect)];
    for (const { db } of databases) {
      await createStaff(db, dialect);
      await installActionRuns(db);
      await installChanges(db);
      await installImports(db);
    }
    sent = databases.map(serve);
  });
  afterAll(() => Promise.all(databases.map((database) => database.destroy())));

  it('affect no response, and are not written, by forms, cells, actions and files', async () => {
    const counted = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 40 }), async (steps) => {
        for (const [index, { db }] of databases.entries()) await fillStaff(db, index === 1);
        const before = await Promise.all(databases.map(({ db }) => hiddenValues(db)));
        for (const step of steps) {
          const [one, other] = await Promise.all(sent.map((send) => send(step)));
          expect([step, other]).toEqual([step, one]);
          expect(one?.status).toBeLessThan(500);
          const isDone = (one?.status ?? 0) < 300;
          const key = `${step.kind} ${isDone ? 'done' : 'refused'}`;
          counted.set(key, (counted.get(key) ?? 0) + 1);
        }
        for (const [index, { db }] of databases.entries()) {
          const { staff, teams } = await hiddenValues(db);
          const was = before[index];
          const earlier = new Map(was?.staff.map((row) => [row.id, row]));
          for (const row of staff)
            expect(row).toEqual(earlier.get(row.id) ?? { id: row.id, wage: null, bonus: null });
          for (const { id, budget } of teams)
            expect(budget).toBe(was?.teams.find((team) => team.id === id)?.budget ?? null);
        }
      }),
      { numRuns: 60, examples: [[[...plainSteps]]] },
    );

    // Requests of all kinds succeeded, and were not only refused.
    const kinds = ['create', 'edit', 'store', 'update', 'deletion', 'destroy', 'cell', 'cells'];
    for (const kind of [...kinds, 'names', 'related', 'input', 'preview', 'action', 'import'])
      expect([kind, (counted.get(`${kind} done`) ?? 0) > 0]).toEqual([kind, true]);
    for (const kind of ['store', 'update', 'cell', 'cells', 'preview', 'action', 'import'])
      expect([kind, (counted.get(`${kind} refused`) ?? 0) > 0]).toEqual([kind, true]);
  });
});
