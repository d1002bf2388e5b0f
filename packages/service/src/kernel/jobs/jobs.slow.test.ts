import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import { StartError } from '../../base/errors.ts';
import { kernelSections, type QueueConfig } from '../config/Config.ts';
import { loadConfig } from '../config/loadConfig.ts';
import type { Database } from '../database/Database.ts';
import { defineJob, defineServiceJob, Requeue, type RunningJob } from './Jobs.ts';
import { type OpenJobs, openJobs } from './openJobs.ts';
import type { AnyJobKind } from './runJob.ts';
import { startWorkers, type WorkerOptions, type Workers } from './startWorkers.ts';

let database: TestDatabase<Database>;
let db: Kysely<Database>;
const opened: (() => Promise<void>)[] = [];
const log: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase<Database>('postgres');
  db = database.db;
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  log.length = 0;
});
afterAll(() => database?.destroy());

type QueueSettings = Readonly<Record<string, Partial<QueueConfig>>>;

const quick: QueueSettings = { heavy: { attempts: 3, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 } };

const completeQueues = (queues: QueueSettings = {}) =>
  loadConfig({}, '/nowhere', kernelSections, { values: { queues } }).queues;

async function open(queues: QueueSettings = quick): Promise<OpenJobs> {
  const jobs = await openJobs({
    url: database.url ?? '',
    queues: completeQueues(queues),
    works: true,
    log: (level, text) => void log.push(`${level}: ${text}`),
  });
  opened.push(jobs.close);

  return jobs;
}

async function work(
  jobs: OpenJobs,
  kinds: AnyJobKind[],
  options: Partial<WorkerOptions> = {},
): Promise<Workers> {
  const workers = await startWorkers({
    jobs,
    db,
    kinds,
    queues: ['heavy'],
    log: (level, text) => void log.push(`${level}: ${text}`),
    ...options,
  });
  opened.push(() => workers.stop(0));

  return workers;
}

/** A kind that runs the test's function and counts attempts. */
function kind(name: string, run: (job: RunningJob, data: { n: number }) => Promise<void>) {
  const runs: { n: number; attempt: number }[] = [];
  const failures: string[] = [];

  return {
    runs,
    failures,
    ...defineServiceJob<{ n: number }>({ name, queue: 'heavy' }).handledBy({
      run: async (data: { n: number }, job: RunningJob) => {
        runs.push({ n: data.n, attempt: job.attempt });
        await run(job, data);
      },
      failed: async (_data: { n: number }, error: Error) => void failures.push(error.message),
    }),
  };
}

const states = async () => {
  const { rows } = await sql<{ name: string; state: string; count: number }>`
    select name, state::text, count(*)::int as count from jobs.job group by 1, 2 order by 1, 2`.execute(db);

  return Object.fromEntries(rows.map(({ name, state, count }) => [`${name} ${state}`, count]));
};
/** As after a long freeze of the process without heartbeats. */
const stopHeartbeats = () =>
  sql`update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(db);
const untilAborted = ({ signal }: RunningJob) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('Jobs', () => {
  it('are sent with the transaction, or not at all', async () => {
    const jobs = await open();
    const done = kind('transactional', async () => undefined);
    await work(jobs, [done]);
    const refused = db.transaction().execute(async (transaction) => {
      await jobs.send(done, { n: 1 }, { db: transaction });
      throw new Error('undone');
    });
    await expect(refused).rejects.toThrow('undone');
    await db.transaction().execute((transaction) => jobs.send(done, { n: 2 }, { db: transaction }));
    await expect.poll(() => done.runs).toEqual([{ n: 2, attempt: 1 }]);
    // Completed, so that the next test does not find it.
    await expect.poll(states).toEqual({ 'heavy completed': 1 });
  });

  it('of modules that never end do not hold up those of the service', async () => {
    const jobs = await open();
    const started: number[] = [];
    const hanging = defineJob<{ n: number }>({ name: 'hanging', queue: 'heavy' }).handledBy({
      run: async ({ n }) => {
        started.push(n);
        await new Promise(() => undefined);
      },
    });
    const own = kind('own', async () => undefined);
    const workers = await work(jobs, [hanging, own]);
    for (let n = 1; n <= 3; n++) await jobs.send(hanging, { n });
    await expect.poll(() => started).toEqual([1]);
    for (let n = 1; n <= 3; n++) await jobs.send(own, { n });
    await expect.poll(() => own.runs.length).toBe(3);
    expect(started).toEqual([1]);
    expect(await jobs.hasOpen({ n: 2 })).toBe(true);
    await workers.stop(0);
    await jobs.boss.deleteAllJobs('heavy.modules');
  });

  it('are retried, and reported once as failed', async () => {
    const jobs = await open();
    const failing = kind('failing', async () => {
      throw new Error('Not today.');
    });
    const passing = kind('passing', async ({ attempt }) => {
      if (attempt < 3) throw new Error('Not yet.');
    });
    await work(jobs, [failing, passing]);
    await jobs.send(failing, { n: 1 });
    await jobs.send(passing, { n: 2 });
    await expect.poll(() => failing.failures).toEqual(['Not today.']);
    await expect.poll(() => passing.runs.length).toBe(3);
    expect(failing.runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(passing.failures).toEqual([]);
    await expect.poll(states).toMatchObject({ 'heavy failed': 1, 'heavy.dead completed': 1 });
    expect(failing.failures).toHaveLength(1);
  });

  it('fail permanently at the first attempt if their kind was removed, and are reported', async () => {
    const jobs = await open();
    const reported: unknown[] = [];
    await work(jobs, [], { onFailure: async ({ data, error }) => void reported.push(data, error.message) });
    await jobs.send(defineJob<{ record: string }>({ name: 'gone', queue: 'heavy' }), { record: '7' });
    await expect
      .poll(() => reported)
      .toEqual([{ record: '7' }, 'This release has no job kind "gone"; it has been removed.']);
    expect(log.join('\n')).toContain('has no job kind "gone"');
  });

  it('cause no harm if the service did not send them', async () => {
    const jobs = await open();
    const done = kind('after', async () => undefined);
    await work(jobs, [done]);
    await jobs.boss.send('heavy', { any: 'thing' });
    await jobs.boss.send('heavy');
    await jobs.send(done, { n: 1 });
    await expect.poll(() => done.runs).toHaveLength(1);
    await expect
      .poll(() => log.filter((line) => line.includes('was not sent by this service')).length)
      .toBeGreaterThan(1);
  });

  it('are requeued when the process stops, and continue immediately elsewhere without losing an attempt', async () => {
    const jobs = await open();
    const waiting = kind('waiting', untilAborted);
    const first = await work(jobs, [waiting]);
    await jobs.send(waiting, { n: 1 });
    await expect.poll(() => waiting.runs).toHaveLength(1);
    await first.stop(0);
    const done = kind('waiting', async () => undefined);
    await work(jobs, [done]);
    await expect.poll(() => done.runs).toEqual([{ n: 1, attempt: 2 }]);
    expect(waiting.failures).toEqual([]);
    // All attempts of the queue remain.
    const { rows } = await sql<{ retry_limit: number }>`
      select retry_limit from jobs.job where data->>'kind' = 'waiting' order by created_on`.execute(db);
    expect(rows.map(({ retry_limit }) => retry_limit)).toEqual([2, 2]);
  });

  it('are requeued even if they ignore the signal; their later results are discarded', async () => {
    const jobs = await open();
    let end = () => {};
    const deaf = kind('deaf', () => new Promise<void>((resolve) => (end = resolve)));
    const first = await work(jobs, [deaf]);
    await jobs.send(deaf, { n: 1 });
    await expect.poll(() => deaf.runs).toHaveLength(1);
    await first.stop(0);
    const done = kind('deaf', async () => undefined);
    await work(jobs, [done]);
    await expect.poll(() => done.runs).toEqual([{ n: 1, attempt: 2 }]);
    end();
  });

  it('may be requeued by their own handler', async () => {
    const jobs = await open();
    const long = kind('long', async ({ attempt }) => {
      // More often than the queue allows attempts.
      if (attempt < 6) throw new Requeue('The turn is over.');
    });
    await work(jobs, [long]);
    await jobs.send(long, { n: 1 });
    await expect.poll(() => long.runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(long.failures).toEqual([]);
  });

  it('cannot be sent to a deleted queue, and can again after a restart', async () => {
    const jobs = await open();
    const done = kind('late', async () => undefined);
    await jobs.send(done, { n: 1 });
    await jobs.boss.deleteQueue('heavy');
    const missing = {
      code: 'service.queue_missing',
      status: 503,
      message: expect.stringContaining('"heavy"'),
    };
    await expect(jobs.send(done, { n: 2 })).rejects.toMatchObject(missing);
    // Deleted by another process; this one still has it cached.
    const again = await open();
    await again.send(done, { n: 3 });
    await jobs.boss.deleteQueue('heavy');
    await expect(again.send(done, { n: 4 })).rejects.toMatchObject(missing);
    await expect(
      db.transaction().execute((transaction) => again.send(done, { n: 5 }, { db: transaction })),
    ).rejects.toMatchObject(missing);
    const third = await open();
    await third.send(done, { n: 6 });
    await work(third, [done]);
    await expect.poll(() => done.runs).toEqual([{ n: 6, attempt: 1 }]);
  });
});

describe('The data of a job', () => {
  const report = defineJob({
    name: 'report',
    queue: 'heavy',
    data: Type.Object({ month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }), copies: Type.Integer() }),
  });

  it('is validated before it is stored; each fault is reported with its value', async () => {
    const jobs = await open();
    await expect(jobs.send(report, { month: 'May', copies: 1.5 })).rejects.toThrow(
      /^The data of the job "report" is not valid: data\.month must match pattern .*, and is "May"; data\.copies must be integer, and is 1\.5\. /,
    );
    const { rows } = await sql`select 1 from jobs.job where data->>'kind' = 'report'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('has the declared type, with and without a schema', async () => {
    const jobs = await open();
    const wrong = async () => {
      // @ts-expect-error a number instead of a string
      await jobs.send(report, { month: 5, copies: 1 });
      // @ts-expect-error data of another type
      await jobs.send(defineJob<{ n: number }>({ name: 'typed', queue: 'heavy' }), { m: 1 });
      // @ts-expect-error not declared by defineJob
      await jobs.send({ name: 'typed', queue: 'heavy' }, { n: 1 });
    };
    report.handledBy({
      run: async ({ month, copies }) => {
        const both: [string, number] = [month, copies];
        // @ts-expect-error a string is not a number
        const swapped: [number, number] = [month, copies];
        expect(both).toEqual(swapped);
      },
    });
    expect(wrong).toBeTypeOf('function');
  });

  it('fails permanently without an attempt if another release sent it and it is no longer valid', async () => {
    const jobs = await open();
    const runs: string[] = [];
    const failures: string[] = [];
    await jobs.send(defineJob<{ since: string }>({ name: 'report', queue: 'heavy' }), { since: '2026' });
    await work(jobs, [
      report.handledBy({
        run: async ({ month }) => void runs.push(month),
        failed: async ({ month }) => void failures.push(month),
      }),
    ]);
    await expect.poll(() => log.join('\n')).toMatch(/Failed permanently: report .*data .*month, copies/);
    expect([runs, failures]).toEqual([[], []]);
  });
});

describe('The queues', () => {
  it('report missing privileges of the database user', async () => {
    const role = `limited_${process.pid}`;
    await sql`create role ${sql.id(role)} login password 'limited'`.execute(db);
    const own = await createTestDatabase<Database>('postgres');
    try {
      const url = new URL(own.url ?? '');
      url.username = role;
      url.password = 'limited';
      const opening = openJobs({
        url: url.href,
        queues: completeQueues(),
        works: false,
        log: () => undefined,
      });
      await expect(opening).rejects.toThrow(
        /^The database user may not create .* Permit it to create schemas/,
      );
      await expect(opening).rejects.toBeInstanceOf(StartError);
    } finally {
      await own.destroy();
      await sql`drop role ${sql.id(role)}`.execute(db);
    }
  });
});

describe('Workers', () => {
  it('are notified of jobs, and survive the loss of every database connection', async () => {
    const jobs = await open();
    const done = kind('resilient', async () => undefined);
    await work(jobs, [done]);
    for (let round = 1; round <= 3; round++) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'rowhouse jobs' and datname = current_database()`.execute(db);
      await expect.poll(() => jobs.send(done, { n: round }).catch(() => null)).toBeTypeOf('string');
      await expect.poll(() => done.runs.map(({ n }) => n)).toContain(round);
    }
    // Each loss is logged.
    expect(log.filter((line) => line.startsWith('error: The job queues:')).length).toBeGreaterThan(0);
  });

  it('run as many jobs at the same time as configured', async () => {
    const jobs = await open({ heavy: { concurrency: 2 } });
    const ends: (() => void)[] = [];
    const parallel = kind('parallel', () => new Promise<void>((resolve) => ends.push(resolve)));
    await work(jobs, [parallel]);
    for (const n of [1, 2, 3]) await jobs.send(parallel, { n });
    await expect.poll(() => parallel.runs).toHaveLength(2);
    for (const end of ends.splice(0)) end();
    await expect.poll(() => parallel.runs).toHaveLength(3);
    for (const end of ends) end();
  });

  it('take over the job of a worker that is considered dead', async () => {
    const jobs = await open();
    const signals: AbortSignal[] = [];
    const stalled = kind('stalled', async (job) => {
      signals.push(job.signal);
      if (job.attempt === 1) await untilAborted(job);
    });
    await work(jobs, [stalled]);
    await jobs.send(stalled, { n: 1 });
    await expect.poll(() => signals).toHaveLength(1);
    await stopHeartbeats();
    await expect.poll(() => stalled.runs.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('let an attempt that has lost its job write nothing in a fenced transaction', async () => {
    await sql`create table written (attempt int not null)`.execute(db);
    const jobs = await open({ heavy: { ...quick.heavy, concurrency: 2 } });
    const lost: unknown[] = [];
    const write = ({ attempt, fence }: RunningJob) =>
      db.transaction().execute(async (transaction) => {
        await fence(transaction);
        await sql`insert into written values (${attempt})`.execute(transaction);
      });
    let second = () => {};
    const isWritten = new Promise<void>((resolve) => (second = resolve));
    const stalled = kind('fenced', async (job) => {
      if (job.attempt === 1) {
        await isWritten;
        await write(job).catch((error: Error) => lost.push(error.message));
      } else {
        await write(job);
        second();
      }
    });
    await work(jobs, [stalled]);
    await jobs.send(stalled, { n: 1 });
    await expect.poll(() => stalled.runs).toHaveLength(1);
    await stopHeartbeats();
    await expect
      .poll(() => lost)
      .toEqual([expect.stringMatching(/^The job .* was taken over by another attempt\.$/)]);
    const { rows } = await sql<{ attempt: number }>`select attempt from written`.execute(db);
    expect(rows).toEqual([{ attempt: 2 }]);
  });
});
