import { expect, it, vi } from 'vitest';
import { joinNext, sharedRuns } from './sharedRuns.ts';

it('shares one run among callers that arrive while another is running, and none that started before', async () => {
  let runs = 0;
  const gates: (() => void)[] = [];
  const read = joinNext(() => {
    const run = ++runs;
    return new Promise<number>((resolve) => gates.push(() => resolve(run)));
  });

  const first = read();
  await vi.waitUntil(() => runs === 1, { timeout: 60_000 });
  const second = read();
  const third = read();

  gates.shift()?.();
  expect(await first).toBe(1);
  await vi.waitUntil(() => runs === 2, { timeout: 60_000 });
  gates.shift()?.();
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  expect(runs).toBe(2);
});

it('shares a run between calls that arrive before it starts', async () => {
  let runs = 0;
  const read = joinNext(async () => ++runs);

  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  expect(await read()).toBe(2);
});

it('rejects for all who shared a failed run, and starts again afterwards', async () => {
  let runs = 0;
  const read = joinNext(async () => {
    runs++;
    if (runs < 2) throw new Error(`run ${runs}`);
    return runs;
  });

  const responses = await Promise.allSettled([read(), read()]);
  expect(responses.map((response) => response.status)).toEqual(['rejected', 'rejected']);
  expect(await read()).toBe(2);
});

it('shares runs by key, and drops a key that no caller waits for', async () => {
  const share = sharedRuns();
  let runs = 0;
  const run = async () => ++runs;

  expect(await Promise.all([share('a', run), share('b', run), share('a', run), share('a', run)])).toEqual([
    1, 2, 1, 1,
  ]);
  // A run of its own: the one before is not remembered.
  expect(await share('a', async () => 'another')).toBe('another');
});

it('runs one at a time for a key, also while those end that nobody waits for any longer', async () => {
  const share = sharedRuns();
  const ends: (() => void)[] = [];
  let active = 0;
  let most = 0;
  const run = async (signal: AbortSignal) => {
    active++;
    most = Math.max(most, active);
    await new Promise<void>((resolve) => ends.push(resolve));
    active--;
    signal.throwIfAborted();

    return 'read';
  };

  for (let caller = 0; caller < 11; caller++) {
    const leave = new AbortController();
    const call = share('a', run, leave.signal);
    await Promise.race([
      call.catch(() => undefined),
      vi.waitUntil(() => ends.length > 0, { timeout: 60_000 }),
    ]);
    leave.abort(new Error('left'));
    await expect(call).rejects.toThrow('left');
  }
  const last = share('a', run);
  let isRead = false;
  void last.then(() => {
    isRead = true;
  });
  await vi.waitUntil(
    () => {
      ends.shift()?.();

      return isRead;
    },
    { timeout: 60_000 },
  );
  expect(await last).toBe('read');
  expect(most).toBe(1);
});
