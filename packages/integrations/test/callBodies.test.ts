import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { type ApiLogTables, installApiLogs } from '../src/log/apiLogs.ts';
import { createCallLog } from '../src/log/createCallLog.ts';
import { removeCallBodies } from '../src/log/removeCallBodies.ts';
import { callRecord, storedCalls } from './logSupport.ts';

describe.each(dialects)('the bodies of calls on %s', (dialect) => {
  let database: TestDatabase<ApiLogTables>;
  beforeEach(async () => {
    database = await createTestDatabase<ApiLogTables>(dialect);
    await installApiLogs(database.db);
    const log = createCallLog({ db: database.db });
    // Several of one moment, and of moments that differ by a millisecond.
    for (const [index, at] of [1, 2, 2, 2, 3, 5, 8].entries()) {
      log.add(callRecord({ try: index + 1, createdAt: new Date(Date.UTC(2026, 2, 4, 5, 6, 7, at)) }));
    }
    await log.flush();
    await log.close();
  });
  afterEach(() => database?.destroy());

  const at = (milliseconds: number) => new Date(Date.UTC(2026, 2, 4, 5, 6, 7, milliseconds));
  const withBodies = async () =>
    (await storedCalls(database.db)).filter(({ payload }) => payload !== null).map((row) => row.try);

  it.each([1, 2, 3, 100])('are removed of older calls in steps of %i, and the calls stay', async (step) => {
    expect(await removeCallBodies(database.db, { before: at(5), step })).toBe(5);
    expect(await withBodies()).toEqual([6, 7]);
    expect(await storedCalls(database.db)).toHaveLength(7);
    expect(await removeCallBodies(database.db, { before: at(5), step })).toBe(0);
  });

  it('are searched only after the last run, if that is given', async () => {
    expect(await removeCallBodies(database.db, { before: at(8), after: at(2), step: 1 })).toBe(2);
    expect(await withBodies()).toEqual([1, 2, 3, 4, 7]);
  });

  it('stay when it is stopped before, and an invalid step is refused', async () => {
    expect(await removeCallBodies(database.db, { before: at(9), signal: AbortSignal.abort() })).toBe(0);
    await expect(removeCallBodies(database.db, { before: at(9), step: 0 })).rejects.toThrow('step is 0');
  });
});
