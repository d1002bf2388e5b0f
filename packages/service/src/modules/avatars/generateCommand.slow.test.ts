import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCommand, startWorkProcess } from '../../testing/runCommand.ts';
import { startS3Server, type TestS3Server } from '../../testing/startS3Server.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

const people = 100;

let s3: TestS3Server;
let service: TestService;
beforeAll(async () => {
  s3 = await startS3Server();
  service = await startTestService({ ROWHOUSE_WORKERS: 'false', ...s3.environment });
});
afterAll(async () => {
  await service?.destroy();
  await s3?.stop();
});
beforeEach(async () => {
  const { db } = service.database;
  await db.deleteFrom('users').execute();
  await sql`
    insert into users (name, email, role_id)
    select 'Person ' || n, n || '@example.com', 3 from generate_series(1, ${people}::integer) n`.execute(db);
});

const environment = () => ({
  DATABASE_URL: service.database.url,
  ROWHOUSE_DATA_DIR: service.dataDir,
  ...s3.environment,
});

function generate(...args: string[]) {
  const child = startCommand(environment(), {
    args: ['app:avatars:generate', ...args],
    folder: service.dataDir,
  });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  return {
    child,
    ended: once(child, 'close').then(async ([status]) => ({
      status: status as number | null,
      output: await output,
      errors: await errors,
    })),
  };
}

const avatars = async () =>
  (await service.database.db.selectFrom('avatars').select(['id', 'user_id', 'file_id']).execute()).sort(
    (a, b) => a.id - b.id,
  );
const untilAvatars = (least: number) =>
  expect.poll(async () => (await avatars()).length, { interval: 5 }).toBeGreaterThanOrEqual(least);

/** Keys that avatars refer to. */
const named = async () =>
  (
    await service.database.db
      .selectFrom('avatars')
      .innerJoin('avatar_files', 'avatar_files.id', 'avatars.file_id')
      .select('key')
      .orderBy('key')
      .execute()
  ).map(({ key }) => key);

describe('rowhouse app:avatars:generate', () => {
  it('continues after an interruption and after a kill', async () => {
    const interrupted = generate('--json', '--concurrency', '2');
    await untilAvatars(5);
    interrupted.child.kill('SIGINT');
    const first = await interrupted.ended;
    const early = await avatars();
    expect(first.status).toBe(130);
    expect(JSON.parse(first.output)).toEqual({
      state: 'interrupted',
      total: people,
      generated: early.length,
      failed: 0,
      failures: [],
    });
    expect(early.length).toBeLessThan(people);

    const killed = generate('--json', '--concurrency', '2');
    await untilAvatars(early.length + 5);
    killed.child.kill('SIGKILL');
    expect((await killed.ended).status).toBeNull();
    const before = await avatars();
    expect(before.length).toBeLessThan(people);

    const last = await generate('--json').ended;
    expect(last.status).toBe(0);
    const { state, total, generated } = JSON.parse(last.output);
    expect(state).toBe('finished');
    expect(generated).toBe(total);
    const all = await avatars();
    expect(new Set(all.map(({ user_id }) => user_id)).size).toBe(people);
    // Nothing was done twice.
    expect(all.slice(0, before.length)).toEqual(before);
    expect(all).toHaveLength(people);
  });

  it('leaves no orphan after the next start if it is killed between storing and recording a file', async () => {
    s3.fail('unanswered');
    const before = new Set(s3.objects.keys());
    const { child, ended } = generate('--concurrency', '3');
    const stored = () => [...s3.objects.keys()].filter((key) => !before.has(key));
    await expect.poll(() => stored().length, { interval: 5 }).toBe(3);
    child.kill('SIGKILL');
    await ended;
    expect(await avatars()).toEqual([]);
    s3.fail('nothing');
    const left = stored();

    const work = startWorkProcess(environment(), { folder: service.dataDir });
    try {
      await expect.poll(() => left.filter((key) => s3.objects.has(key)), { interval: 20 }).toEqual([]);
      const { status, output } = await generate().ended;
      expect([status, output]).toEqual([0, `Done: ${people} of ${people} users were given an avatar.\n`]);
    } finally {
      await work.kill();
    }
    expect([...s3.objects.keys()].sort()).toEqual(await named());
  });

  it('ends with status 1 and the reason if files cannot be stored', async () => {
    s3.fail('unavailable');
    const { status, errors } = await generate().ended;
    s3.fail('nothing');
    expect(status).toBe(1);
    expect(errors).toContain('The bucket "rowhouse-test"');
    expect(errors).not.toContain(s3.credentials.secretAccessKey);
    expect(await avatars()).toEqual([]);
  });

  it('does nothing if every user has an avatar, and prints progress in lines', async () => {
    const { db } = service.database;
    await db.deleteFrom('users').where('email', 'not in', ['1@example.com', '2@example.com']).execute();
    const { status, output, errors } = await generate().ended;
    expect([status, output]).toEqual([0, 'Done: 2 of 2 users were given an avatar.\n']);
    expect(errors).toBe('  avatars: 1 of 2\n  avatars: 2 of 2\n');
    expect(await generate().ended).toEqual({
      status: 0,
      output: 'Every user has an avatar.\n',
      errors: '',
    });
  });

  it('refuses an invalid concurrency', async () => {
    const { status, errors } = await generate('--concurrency', 'many').ended;
    expect([status, errors.trim()]).toEqual([
      1,
      '--concurrency is "many", but must be a whole number from 1 to 64.',
    ]);
  });
});
