import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TurnLimits, Turns } from './Turns.ts';

/** Tasks named after their user and number, which end when the test lets them. */
function stage(limits: TurnLimits) {
  const turns = new Turns(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, signal?: AbortSignal) =>
    turns.run(
      name[0],
      () => {
        started.push(name);

        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  return {
    started,
    run,
    settled,
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

test('runs one task per user at a time, users taking turns', async () => {
  const { run, started, settled, end } = stage({ atOnce: 2 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name);
  await settled();
  expect(started).toEqual(['a1', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('c1');
  expect(started.at(-1)).toBe('b2');
  await end('b2');
  expect(started.at(-1)).toBe('b2');
  await end('a2');
  expect(started.at(-1)).toBe('a3');
});

test('lets a user run several tasks, and others when there is room', async () => {
  const { run, started, settled, end } = stage({ atOnce: 3, eachAtOnce: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void run(name);
  await settled();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(started.at(-1)).toBe('c1');
  await end('b1');
  expect(started.at(-1)).toBe('b2');
  await end('a2');
  expect(started.at(-1)).toBe('a3');
});

test('refuses a user with too many tasks until one has finished', async () => {
  const refusal = (tasks: number) => Object.assign(new Error('Too many.'), { tasks });
  const { run, end } = stage({ atOnce: 5, perUser: 2, refusal });
  const first = run('a1');
  void run('a2');
  await expect(run('a3')).rejects.toMatchObject({ message: 'Too many.', tasks: 2 });
  void run('b1');
  await end('a1');
  await first;
  void run('a4');
  await expect(run('a5')).rejects.toThrow('Too many.');
});

test('cancels a waiting task, and lets a running one finish', async () => {
  const { run, started, settled, end } = stage({ atOnce: 1, perUser: 2 });
  const controllers = [new AbortController(), new AbortController()] as const;
  const first = run('a1', controllers[0].signal);
  const second = run('a2', controllers[1].signal);
  await settled();
  controllers[0].abort(new Error('first'));
  controllers[1].abort(new Error('second'));
  await expect(second).rejects.toThrow('second');
  await expect(run('a3', controllers[1].signal)).rejects.toThrow('second');
  void run('a4');
  await end('a1');
  await first;
  expect(started).toEqual(['a1', 'a4']);
});

test('starts the next task after a failed one', async () => {
  const turns = new Turns({ atOnce: 1, perUser: 1 });
  await expect(turns.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run(1, async () => 'yes')).toBe('yes');
});

test('runs every task exactly once, within the limits', async () => {
  const tasks = fc.array(fc.record({ user: fc.nat(4), rounds: fc.nat(3) }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      tasks,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, atOnce, eachAtOnce) => {
        const turns = new Turns({ atOnce, eachAtOnce });
        const running: number[] = [];
        let isWithin = true;
        const done = await Promise.all(
          all.map(({ user, rounds }, index) =>
            turns.run(user, async () => {
              isWithin &&=
                running.length < atOnce && running.filter((other) => other === user).length < eachAtOnce;
              running.push(user);
              for (let round = 0; round < rounds; round++) await new Promise(setImmediate);
              running.splice(running.indexOf(user), 1);

              return index;
            }),
          ),
        );
        expect(isWithin).toBe(true);
        expect(done).toEqual(all.map((_, index) => index));
      },
    ),
  );
});
