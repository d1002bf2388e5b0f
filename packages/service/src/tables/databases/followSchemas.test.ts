import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../../../test/databases.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { findDatabases, type IntrospectedDatabase } from './findDatabases.ts';
import { followSchemas, type SchemaFollower } from './followSchemas.ts';

describe.each(dialects)('Following the schema of a served database, on %s', (dialect) => {
  let existing: ExistingDatabase;
  let current: readonly IntrospectedDatabase[];
  let followers: SchemaFollower[] = [];
  beforeAll(async () => {
    existing = await createExistingDatabase(dialect);
    const { url, schemas } = existing;
    current = await findDatabases({ shop: { url, ...(schemas && { schemas }) } });
  });
  afterAll(async () => {
    await Promise.all(followers.map((follower) => follower.stop(1_000)));
    followers = [];
    await existing?.destroy();
  });

  const run = async (statement: string) => void (await sql.raw(statement).execute(existing.db));
  const idsNow = () => current.flatMap(({ tables }) => tables.map(({ id }) => id));

  function follow(seconds: number, onChange?: (found: IntrospectedDatabase) => Promise<void>) {
    const log: string[] = [];
    const found: string[][] = [];
    const follower = followSchemas({
      current: () => current,
      seconds,
      onChange: async (database) => {
        found.push(database.tables.map(({ id }) => id));
        await onChange?.(database);
        current = [database];
      },
      log: (level, text) => void log.push(`${level}: ${text}`),
    });
    followers.push(follower);

    return { follower, found, log };
  }

  it('finds new and dropped tables at its interval, and reads tables only after a change', async () => {
    const { follower, found, log } = follow(0.05);
    await run('create table films (id integer primary key, api_key varchar(20))');
    await follower.compare('shop');
    expect(found).toEqual([]);
    follower.start();
    await expect.poll(idsNow).toContain('shop.films');
    expect(found).toHaveLength(1);
    expect(log).toEqual([expect.stringMatching(/^info: The schema of the database "shop" has changed/)]);
    expect(log[0]).toContain('new: shop.films');
    expect(log[0]).toContain('shop.films: without api_key');
    await run('drop table films');
    await expect.poll(idsNow).not.toContain('shop.films');
    expect(found).toHaveLength(2);
    expect(log[1]).toContain('removed: shop.films');
    await follower.stop(1_000);
  });

  it('compares on demand: the last of concurrent callers sees what was there when it called', async () => {
    const { follower, found } = follow(3_600);
    follower.start();
    const first = follower.compare('shop');
    await run('create table actors (id integer primary key)');
    await Promise.all([first, follower.compare('shop'), follower.compare('shop')]);
    expect(idsNow()).toContain('shop.actors');
    await run('drop table actors');
    await follower.compare('shop', { pause: 60 });
    expect(idsNow()).toContain('shop.actors');
    await follower.compare('shop');
    expect(idsNow()).not.toContain('shop.actors');
    expect(found).toHaveLength(2);
    await follower.compare('unknown');
    await follower.stop(1_000);
  });

  it('keeps the tables if they cannot be replaced or read, says so once, and tries again', async () => {
    let fault: Error | null = new Error('A template has a fault.');
    const { follower, log } = follow(3_600, async () => {
      if (fault) throw fault;
    });
    follower.start();
    await run('create table actors (id integer primary key)');
    await follower.compare('shop');
    await follower.compare('shop');
    expect(idsNow()).not.toContain('shop.actors');
    const kept = (reason: string) => `warn: The tables of the database "shop" stay as they were: ${reason}`;
    expect(log).toEqual([kept('A template has a fault.')]);
    fault = null;
    const [found] = current as [IntrospectedDatabase];
    const missing = found.address.target.replace(/[^/]+$/, 'rowhouse_is_missing');
    current = [{ ...found, address: { ...found.address, target: missing } }];
    const broken = follow(3_600);
    broken.follower.start();
    await broken.follower.compare('shop');
    await broken.follower.compare('shop');
    expect(broken.log).toEqual([expect.stringContaining(kept(''))]);
    expect(broken.found).toEqual([]);
    current = [found];
    await follower.compare('shop');
    expect(idsNow()).toContain('shop.actors');
    await run('drop table actors');
  });
});
