import type { FailureStore } from '@rowhouse/integrations';
import { failureStoreContract } from '@rowhouse/integrations/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../../test/databases.ts';
import { type Connection, connect, type Database } from '../../kernel/database/Database.ts';
import { createServiceDatabase, migrate } from '../../testing/demoService.ts';
import { failureWindows } from './failureWindows.ts';

let database: TestDatabase<Database>;
/** Of separate processes. */
let connections: Connection[];
let stores: FailureStore[];
beforeAll(async () => {
  database = await createServiceDatabase();
  await migrate(database.db);
  const url = database.url ?? '';
  connections = [1, 2, 3].map(() => connect({ url, poolSize: 4, onIdleError: () => undefined }));
  stores = connections.map(({ db }) => failureWindows(db));
});
afterAll(async () => {
  for (const { close } of connections ?? []) await close();
  await database?.destroy();
});

const minute = 60_000;
const times = (from = new Date()) => [from, new Date(from.getTime() + minute)] as const;
const earlier = (milliseconds: number) => times(new Date(Date.now() - milliseconds));
const store = (index = 0) => stores[index] as FailureStore;

let opened = 0;
it.each(failureStoreContract(() => store(opened++ % 3)))('$name', ({ run }) => run());

describe('Processes', () => {
  it('get one window when they join at the same time', async () => {
    const windows = await Promise.all(
      Array.from({ length: 30 }, (_, n) => store(n % 3).join('same', ...times())),
    );
    expect(new Set(windows.map(({ id }) => id)).size).toBe(1);
    expect(windows.filter(({ isNew }) => isNew)).toHaveLength(1);
    const ends = new Set(windows.map(({ endsAt }) => endsAt.getTime()));
    expect(ends.size).toBe(1);
  });

  it('get separate windows for different failures', async () => {
    const one = await store(0).join('one', ...times());
    const other = await store(1).join('other', ...times());
    expect(other).toMatchObject({ isNew: true });
    expect(other.id).not.toBe(one.id);
  });

  it('add their counts, and one of them gets the sum', async () => {
    const [from, to] = earlier(minute + 1);
    const { id } = await store(0).join('counted', from, to);
    await store(1).join('counted', from, to);
    await Promise.all([store(0).add(id, 400), store(1).add(id, 600)]);
    const sums = await Promise.all([store(0).take(id), store(1).take(id), store(2).take(id)]);
    expect(sums.filter((sum) => sum !== null)).toEqual([1_000]);
  });

  it('leave the sum to the others when they stop early, and the last one reports it', async () => {
    const { id } = await store(0).join('stopping', ...times());
    await store(1).join('stopping', ...times());
    await store(0).add(id, 3);
    expect(await store(0).take(id)).toBeNull();
    await store(1).add(id, 4);
    expect(await store(1).take(id)).toBe(7);
    // Later failures are another group.
    expect(await store(2).join('stopping', ...times())).toMatchObject({ isNew: true });
  });

  it('report the window although others were killed', async () => {
    const [from, to] = earlier(minute + 1);
    const { id } = await store(0).join('killed', from, to);
    await store(1).join('killed', from, to);
    await store(0).add(id, 5);
    expect(await store(0).take(id)).toBe(5);
  });

  it('start a new window when the last one has ended', async () => {
    const past = await store(0).join('again', ...earlier(2 * minute));
    const now = await store(0).join('again', ...times());
    expect([past.isNew, now.isNew]).toEqual([true, true]);
    expect(now.id).not.toBe(past.id);
  });

  it('remove windows that ended long ago, and no others', async () => {
    const fresh = failureWindows((connections[0] as Connection).db);
    await store(2).join('old', ...earlier(3 * 60 * minute));
    const { id } = await store(2).join('over', ...earlier(2 * minute));
    await fresh.join('new', ...times());
    const remaining = await database.db
      .selectFrom('api_failure_windows')
      .select(['id', 'failure_key'])
      .execute();
    expect(remaining.map(({ failure_key }) => failure_key)).not.toContain('old');
    expect(remaining.map((row) => row.id)).toContain(id);
  });
});
