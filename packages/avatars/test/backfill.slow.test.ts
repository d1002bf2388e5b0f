import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { BackfillProgress } from '../src/Avatars.ts';
import { type ExternalServiceStandIn, startExternalService } from '../src/testing/index.ts';
import { square } from './images.ts';
import { type AvatarFixture, avatarFixture, consistent, inconsistencies } from './support.ts';
import { selectUsers, userOf } from './users.ts';

const users = 40;

describe.each(dialects)('generating missing avatars on %s', (dialect) => {
  let fixture: AvatarFixture;
  beforeEach(async () => {
    fixture = await avatarFixture(dialect, { users });
  });
  afterEach(() => fixture?.destroy());

  const check = () => inconsistencies(fixture.db, fixture.files.stored);

  it('creates avatars only for users without one', async () => {
    const { avatars, files } = fixture;
    const upload = await avatars.store(7, await square('#ff0000'));
    const progress: BackfillProgress[] = [];

    const summary = await avatars.generateMissing({ onProgress: (at) => progress.push(at) });

    expect(summary).toEqual({ state: 'finished', total: 39, generated: 39, failed: 0, failures: [] });
    expect(progress[0]).toEqual({ total: 39, generated: 0, failed: 0 });
    expect(progress.at(-1)).toEqual({ total: 39, generated: 39, failed: 0 });
    expect(await avatars.ofUser(7)).toEqual(upload);
    expect(files.stored.size).toBe(users);
    expect(await check()).toEqual(consistent);
    expect(await avatars.generateMissing()).toMatchObject({ state: 'finished', total: 0, generated: 0 });
  });

  it('continues where an interrupted run was', async () => {
    const { avatars } = fixture;
    const stop = new AbortController();
    const first = await avatars.generateMissing({
      signal: stop.signal,
      concurrency: 3,
      onProgress: ({ generated }) => {
        if (generated === 10) stop.abort();
      },
    });

    expect(first.state).toBe('interrupted');
    expect(first.generated).toBeGreaterThanOrEqual(10);
    expect(first.generated).toBeLessThanOrEqual(12);
    const done = await avatars.ofUser(1);
    const rest = users - first.generated;
    expect(await avatars.generateMissing()).toMatchObject({
      state: 'finished',
      total: rest,
      generated: rest,
    });
    expect(await avatars.ofUser(1)).toEqual(done);
    expect(await check()).toEqual(consistent);

    stop.abort();
    expect(await avatars.generateMissing({ signal: stop.signal })).toMatchObject({
      state: 'interrupted',
      generated: 0,
    });
  });

  it('can run twice at the same time, and during uploads', async () => {
    const { avatars, create, reported } = fixture;
    const image = await square('#ff0000');
    const [one, other, ...uploads] = await Promise.all([
      avatars.generateMissing({ concurrency: 2 }),
      create().generateMissing({ concurrency: 3 }),
      avatars.store(5, image),
      avatars.store(35, image),
    ]);

    expect([one.failed, other.failed]).toEqual([0, 0]);
    for (const upload of uploads) expect(await avatars.ofUser(upload.user_id)).toEqual(upload);
    const { rows } = await sql<{ count: number }>`select count(*) as count from avatars`.execute(fixture.db);
    expect(Number(rows[0]?.count)).toBe(users);
    expect(await check()).toEqual(consistent);
    expect(reported).toEqual([]);
  });

  it('counts and names those for whom it fails, and continues', async () => {
    const { create, db } = fixture;
    const ghosts = [11, 12, 39];
    await db.deleteFrom('users').where('id', 'in', ghosts).execute();
    // As a view would that shows users of another system, too.
    const avatars = create({
      users: (tables) =>
        selectUsers(tables).unionAll(
          ghosts
            .map(userOf)
            .map(
              ({ id, name, email }) =>
                tables.selectNoFrom([
                  sql<number>`${sql.lit(id)}`.as('id'),
                  sql<string>`${sql.lit(name)}`.as('name'),
                  sql<string>`${sql.lit(email)}`.as('email'),
                ]) as never,
            ),
        ),
    });

    const { failures, ...summary } = await avatars.generateMissing();

    expect(summary).toEqual({ state: 'finished', total: users, generated: users - 3, failed: 3 });
    expect(failures.toSorted((a, b) => Number(a.userId) - Number(b.userId))).toEqual(
      ghosts.map((userId) => ({
        userId,
        message: `User ${userId} does not exist. Use the id of an existing user.`,
      })),
    );
    expect(await check()).toEqual(consistent);
  });

  it('ends when the store is unavailable, without leftovers', async () => {
    const { avatars, files } = fixture;
    files.faults.write = 'during';
    const seen: BackfillProgress[] = [];

    await expect(
      avatars.generateMissing({ concurrency: 1, onProgress: (at) => seen.push(at) }),
    ).rejects.toMatchObject({ code: 'avatars.unavailable' });
    expect(seen.at(-1)).toMatchObject({ generated: 0, failed: 19 });
    expect(await check()).toEqual(consistent);
    files.faults.write = null;
    expect(await avatars.generateMissing()).toMatchObject({ generated: users });
  });
});

describe('an external service', () => {
  let fixture: AvatarFixture;
  let service: ExternalServiceStandIn;
  beforeEach(async () => {
    fixture = await avatarFixture('sqlite', { users });
    service = await startExternalService();
    service.add('USER2@example.com ', await square('#0000ff', 80), 'image/png');
  });
  afterEach(async () => {
    await service?.stop();
    await fixture?.destroy();
  });

  const asking = (timeout = 2_000) => fixture.create({ external: { baseUrl: service.baseUrl, timeout } });

  it('is requested once per user, with at most the allowed number of concurrent requests', async () => {
    const { reported } = fixture;
    const avatars = asking();
    await avatars.generateMissing({ concurrency: 3 });

    expect((await avatars.ofUser(2))?.source).toBe('external');
    expect((await avatars.ofUser(3))?.source).toBe('initials');
    expect(service.requests).toHaveLength(users);
    expect(new Set(service.requests).size).toBe(users);
    expect(service.mostAtOnce).toBeLessThanOrEqual(3);
    expect(service.requests.join()).not.toContain('user');
    expect(reported).toEqual([]);
  });

  it('is never requested unless configured, and not when an avatar is shown', async () => {
    await fixture.avatars.generate(2);
    expect(service.requests).toEqual([]);
    const avatars = asking();
    const avatar = await avatars.generate(2);
    await avatars.image(avatar, { size: 32 });
    expect(service.requests).toHaveLength(1);
  });

  it.each(['broken', 'html', 'redirect', 'truncated', 'silent'] as const)(
    'falls back to initials if it is %s, and reports it to the operator',
    async (mode) => {
      service.mode = mode;
      const avatar = await asking(200).generate(2);
      expect(avatar.source).toBe('initials');
      expect(fixture.reported).toHaveLength(1);
      expect(service.followed).toBe(0);
    },
  );

  it('is soon skipped when it is down, and users get initials', async () => {
    service.mode = 'silent';
    const summary = await asking(50).generateMissing({ concurrency: 4 });

    expect(summary).toMatchObject({ state: 'finished', generated: users, failed: 0 });
    // Five failures in a row, and the requests that were in progress.
    expect(service.requests.length).toBeLessThanOrEqual(5 + 3);
    expect(fixture.reported.map(String)).toContainEqual(
      expect.stringMatching(/failed 5 times in a row.*60 seconds/),
    );
  });
});
