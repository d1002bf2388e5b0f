import { setImmediate } from 'node:timers/promises';
import { Kysely, type KyselyPlugin, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { avatarSources } from '../src/Avatars.ts';
import { createAvatars } from '../src/index.ts';
import { memoryFiles } from '../src/testing/index.ts';
import { colourIn, square } from './images.ts';
import { type AvatarFixture, avatarFixture, consistent, inconsistencies } from './support.ts';
import { selectUsers, type UsersDatabase } from './users.ts';

const shades = ['00', '10', '20', '30', '40', '50', '60', '70', '80', '90'];

describe.each(dialects)('changes of an avatar on %s', (dialect) => {
  let fixture: AvatarFixture;
  beforeEach(async () => {
    fixture = await avatarFixture(dialect);
  });
  afterEach(() => fixture?.destroy());

  const check = () => inconsistencies(fixture.db, fixture.files.stored);

  it.each([{ before: 'no avatar' }, { before: 'an avatar' }])(
    'store one file and one record for eight concurrent changes of a user with $before',
    async ({ before }) => {
      const { avatars, files, create, reported } = fixture;
      if (before === 'an avatar') await avatars.generate(1);
      const other = create();
      const uploads = await Promise.all(
        Array.from({ length: 8 }, (_, n) => square(`#${shades[n % 10]}ff${shades[n % 7]}`)),
      );

      const responses = await Promise.all(
        uploads.map((upload, n) => (n % 2 === 0 ? avatars : other).store(1, upload)),
      );

      const last = await avatars.ofUser(1);
      const winner = responses.findIndex((response) => response.file_id === last?.file_id);
      expect(responses[winner]).toEqual(last);
      expect(new Set(responses.map(({ file_id }) => file_id)).size).toBe(8);
      expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
      expect(await check()).toEqual(consistent);
      const [stored] = files.stored.values();
      expect(await colourIn(stored?.bytes ?? Buffer.alloc(0))).toBe(
        await colourIn(uploads[winner] ?? Buffer.alloc(0)),
      );
      expect(reported).toEqual([]);
    },
  );

  it('keep existing avatars when only missing ones are generated', async () => {
    const { avatars } = fixture;
    const [upload, ...generated] = await Promise.all([
      avatars.store(1, await square('#123456')),
      ...Array.from({ length: 8 }, () => avatars.generate(1, { keep: avatarSources })),
    ]);

    // Initials may have been first, but never replace the upload.
    expect(await avatars.ofUser(1)).toEqual(upload);
    expect(
      new Set(generated.filter(({ source }) => source === 'initials').map(({ file_id }) => file_id)).size,
    ).toBeLessThan(2);
    expect(await check()).toEqual(consistent);
  });

  it.each(['before', 'during', 'after'] as const)(
    'leave nothing when the store fails %s writing',
    async (moment) => {
      const { avatars, files, reported } = fixture;
      const kept = await avatars.store(1, await square('#123456'));
      files.faults.write = moment;

      await expect(avatars.store(1, await square('#ff0000'))).rejects.toMatchObject({
        code: 'avatars.unavailable',
        status: 503,
        cause: expect.objectContaining({ message: expect.stringContaining('Simulated failure') }),
      });
      await expect(avatars.generate(2)).rejects.toMatchObject({ code: 'avatars.unavailable' });
      expect(await avatars.ofUser(1)).toEqual(kept);
      expect(await avatars.ofUser(2)).toBeNull();
      expect(await check()).toEqual(consistent);

      files.faults.write = null;
      const changed = await avatars.store(1, await square('#ff0000'));
      expect(changed.id).toBe(kept.id);
      expect(await check()).toEqual(consistent);
      expect(reported).toEqual([]);
    },
  );

  it('take effect although the previous file cannot be deleted; the next change deletes it', async () => {
    const { avatars, files, reported } = fixture;
    await avatars.generate(1);
    files.faults.delete = true;
    const upload = await avatars.store(1, await square('#ff0000'));

    expect(await avatars.ofUser(1)).toEqual(upload);
    expect(reported.map(String)).toContainEqual(expect.stringMatching(/avatars\/.* could not be deleted/));
    expect((await check()).orphanRecords).toHaveLength(1);

    files.faults.delete = false;
    await avatars.store(2, await square('#ff0000'));
    expect(await check()).toEqual(consistent);
  });

  it('leave removable files and a complete avatar when any statement fails', async () => {
    const { db, create, avatars } = fixture;
    const first = await avatars.store(1, await square('#000000'));
    let known = first;

    for (let failing = 1; ; failing++) {
      const broken = create({ db: db.withPlugin(failingAt(failing)) });
      const outcome = await broken.store(1, await square('#ff0000')).then(
        (avatar) => avatar,
        (error: Error) => error,
      );
      const now = await avatars.ofUser(1);

      if (outcome instanceof Error) {
        expect(outcome.message).toBe(`simulated failure of statement ${failing}`);
        expect(now).toEqual(known);
      } else {
        expect(now).toEqual(outcome);
        known = outcome;
      }
      expect(await avatars.image(known)).toMatchObject({ version: avatars.version(known) });
      expect((await check()).withoutFile).toEqual([]);
      await avatars.removeOrphans();
      expect(await check(), `statement ${failing}`).toEqual(consistent);
      if (statements < failing) break;
    }
    expect(known.id).toBe(first.id);
    expect(statements).toBeGreaterThanOrEqual(9);
  });

  it('do not outlive a user who is deleted at the same time', async () => {
    const { avatars, db, files } = fixture;
    await avatars.generate(2);
    const upload = await square('#ff0000');
    const outcomes = await Promise.allSettled([
      avatars.store(1, upload),
      db.deleteFrom('users').where('id', 'in', [1, 2]).execute(),
      avatars.store(2, upload),
      avatars.generate(1),
    ]);

    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'avatars.not_found' });
    }
    expect([await avatars.ofUser(1), await avatars.ofUser(2)]).toEqual([null, null]);
    await avatars.removeOrphans();
    expect(files.stored.size).toBe(0);
    expect(await check()).toEqual(consistent);
  });

  it('are not disturbed by sweeps at the same time', async () => {
    const { avatars, create, reported } = fixture;
    const sweeper = create();
    let isOver = false;
    const sweeping = (async () => {
      for (; !isOver; ) {
        await sweeper.removeOrphans();
        // Node's own SQLite never waits, and would let no one else work.
        await setImmediate();
      }
    })();
    for (let n = 0; n < 15; n++) {
      const [one, two] = await Promise.all([avatars.generate(1), avatars.generate(2), avatars.generate(1)]);
      expect([one.user_id, two.user_id]).toEqual([1, 2]);
      expect((await check()).withoutFile).toEqual([]);
    }
    isOver = true;
    await sweeping;
    await avatars.removeOrphans();
    expect(await check()).toEqual(consistent);
    expect(reported).toEqual([]);
  });

  let statements = 0;

  /** Fails the n-th statement that is built, and counts them all. */
  function failingAt(failing: number): KyselyPlugin {
    statements = 0;

    return {
      transformQuery: ({ node }) => {
        if (++statements === failing) throw new Error(`simulated failure of statement ${failing}`);

        return node;
      },
      transformResult: async ({ result }) => result,
    };
  }
});

describe.each(dialects.filter((dialect) => dialect !== 'sqlite'))(
  'a database that becomes unavailable on %s',
  (dialect) => {
    it('is reported as temporary, and an interrupted change leaves nothing', async () => {
      const fixture = await avatarFixture(dialect);
      const { db, files, avatars, create } = fixture;
      const own = dialect === 'postgres' ? connect(fixture.database.url ?? '') : db;
      try {
        const kept = await avatars.generate(1);
        const closing = create({
          db: own,
          files: {
            ...files,
            write: async (...file) => {
              await files.write(...file);
              await endOtherConnections();
            },
          },
        });
        await expect(closing.store(1, await square('#ff0000'))).rejects.toMatchObject({
          code: 'avatars.unavailable',
        });
        expect(await avatars.ofUser(1)).toEqual(kept);
        await expect.poll(() => avatars.removeOrphans().then(check)).toEqual(consistent);
      } finally {
        if (own !== db) await own.destroy();
        await fixture.destroy();
      }

      function check() {
        return inconsistencies(db, files.stored);
      }

      async function endOtherConnections(): Promise<void> {
        if (dialect === 'postgres') {
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
          return;
        }
        const { rows } = await sql<{ id: number }>`select id from information_schema.processlist
        where db = database() and id <> connection_id()`.execute(db);
        for (const { id } of rows) await sql`kill ${sql.lit(Number(id))}`.execute(db);
      }
    });
  },
);

it('A database that does not respond is reported as temporary', async () => {
  const db = connect('postgres://nobody@127.0.0.1:1/nothing');
  const avatars = createAvatars({ db, users: selectUsers, files: memoryFiles() });

  for (const ask of [
    () => avatars.find(1),
    () => avatars.generate(1),
    () => avatars.removeOrphans(),
    () => avatars.generateMissing(),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: 'avatars.unavailable', status: 503 });
  }
  await db.destroy();
});

/** As an application does it that is to survive the end of a connection in the middle of a transaction. */
function connect(connectionString: string): Kysely<UsersDatabase> {
  const pool = new Pool({ connectionString });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  return new Kysely<UsersDatabase>({ dialect: new PostgresDialect({ pool }) });
}
