import { setTimeout as wait } from 'node:timers/promises';
import type { DataResponse } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  type Cluster,
  type ClusterServer,
  clusterPrograms,
  startCluster,
} from '../../../../../test/startCluster.ts';
import { takesMinutes } from '../../../../../test/takesMinutes.ts';
import { createApiKey } from '../../modules/users/apiKeys/apiKeys.ts';
import { startOnThrowAwayDatabase } from '../../testService/startOnThrowAwayDatabase.ts';

// Standbys lag for ten seconds, again and again.
takesMinutes(3);

const programs = await clusterPrograms();
if (programs === null)
  console.warn('Standbys are not tested: the programs of a PostgreSQL server are missing.');

const header = 'rowhouse-bookmark';
/** Changes, each with two reads, of each test; docs/guides/growing.md has the figures of more. */
const pairs = Number(process.env.TEST_REPLICA_PAIRS ?? 200);
const people = 50;

type Service = Awaited<ReturnType<typeof startOn>>;

function startOn(cluster: Cluster, replicas: readonly string[], environment: Record<string, string> = {}) {
  return startOnThrowAwayDatabase({
    environment: {
      DATABASE_REPLICAS: replicas.join(','),
      ROWHOUSE_DATABASE_REPLICA_LAG: '60',
      ROWHOUSE_DATABASE_POOL_SIZE: '12',
      DATABASE_URL: addressOf([cluster.primary, ...cluster.standbys]),
      ...environment,
    },
    database: { url: cluster.primary.url, drop: async () => {} },
  });
}

/** Several hosts, as libpq takes them. */
function addressOf(servers: readonly ClusterServer[]): string {
  const hosts = servers.map(({ url }) => new URL(url).host).join(',');

  return `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`;
}

/** A program or a page of one user, which sends back the bookmark of the last response, and notes what it has seen. */
interface Person {
  readonly email: string;
  readonly key: string;
  readonly seen: Map<string, number>;
  bookmark: string | null;
  version: number;
}

describe.skipIf(programs === null || inject('postgresUrl') === '')('With two standbys', () => {
  let cluster: Cluster;
  let running: Service;
  let persons: Person[];
  const errors: string[] = [];
  let stale = 0;
  let compared = 0;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '', { standbys: 2 });
    running = await startOn(
      cluster,
      cluster.standbys.map(({ url }) => url),
    );
    const { service } = running;
    const { db } = service.database;
    const emails = Array.from({ length: people }, (_, index) => `p${index}@example.com`);
    await sql`insert into users (name, email, role_id)
      select 'v0', email, roles.id from unnest(${emails}::text[]) as email, roles where is_administrator`.execute(
      db,
    );
    persons = [];
    // One after another: a busy machine hashes 50 keys for longer than a connection is waited for.
    for (const email of emails) {
      const key = await createApiKey(db, { email, name: 'pairs' });
      persons.push({ email, key, seen: new Map(), bookmark: null, version: 0 });
    }
    await caughtUp();
  });
  afterAll(async () => {
    await running?.destroy();
    await cluster?.stop();
  });

  async function call(person: Person, method: string, path: string, body: object): Promise<unknown> {
    const response = await fetch(`${running.service.address}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-api-key': person.key,
        ...(person.bookmark !== null && { [header]: person.bookmark }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    // A write waits for a standby that acknowledges it, and longer than a lock may be waited for on a busy machine.
    if (text.includes('service.lock_timeout')) return call(person, method, path, body);
    if (!response.ok) errors.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    person.bookmark = response.headers.get(header) ?? person.bookmark;

    return response.ok ? JSON.parse(text) : null;
  }

  /** Writes the user's own row, then reads it, and rows of others: they are not older than written or seen before. */
  async function pair(person: Person): Promise<void> {
    const version = person.version + 1;
    const written = await call(person, 'PATCH', '/api/core/me', { name: `v${version}` });
    if (written !== null) person.version = version;
    for (const meta of [
      { start: 0, length: 5, search: person.email },
      { start: 15 * (version % 3), length: 15 },
    ]) {
      const page = (await call(person, 'POST', '/api/users/tableData', { meta })) as DataResponse | null;
      for (const { email, name } of (page?.data ?? []) as { email: string; name: string }[]) {
        const now = Number(/^v(\d+)$/.exec(name)?.[1] ?? 0);
        const least = email === person.email ? person.version : (person.seen.get(email) ?? 0);
        if (now < least) stale++;
        person.seen.set(email, Math.max(now, person.seen.get(email) ?? 0));
        compared++;
      }
    }
  }

  async function runPairs(total: number): Promise<{
    stale: number;
    compared: number;
    errors: string[];
    spared: number;
    seconds: number;
  }> {
    const { counts } = replicas();
    const before = { ...counts };
    const start = Date.now();
    stale = 0;
    compared = 0;
    errors.length = 0;
    let left = total;
    await Promise.all(
      persons.map(async (person) => {
        while (left-- > 0) await pair(person);
      }),
    );
    const [spared, others] = [counts.replica - before.replica, counts.primary - before.primary];

    return {
      stale,
      compared,
      errors: [...errors],
      spared: spared / (spared + others),
      seconds: (Date.now() - start) / 1_000,
    };
  }

  const replicas = () => {
    const { reads } = running.service;
    if (reads === null) throw new Error('The service has no replicas.');

    return reads;
  };

  const ready = async () =>
    (
      (await (await fetch(`${running.service.address}/ready`)).json()) as {
        replicas: { fault: string | null }[];
      }
    ).replicas;
  const caughtUp = () =>
    vi.waitFor(
      async () => expect(await ready()).toEqual([1, 2].map((replica) => ({ replica, fault: null, lag: 0 }))),
      { timeout: 60_000 },
    );

  async function delayed(server: ClusterServer, delay: string): Promise<void> {
    await server.query(`alter system set recovery_min_apply_delay = '${delay}'`);
    await server.query('select pg_reload_conf()');
  }

  it('never returns older data than the user has written or seen, and mostly spares the primary', async () => {
    const result = await runPairs(pairs);
    console.log(`No lag: ${JSON.stringify(result)}`);
    expect(result).toMatchObject({ stale: 0, errors: [] });
    expect(result.compared).toBeGreaterThan(5 * pairs);
    expect(result.spared).toBeGreaterThan(0.8);
  });

  it('never returns older data while the standbys lag up to ten seconds, and stop', async () => {
    let isDone = false;
    const lag = (async () => {
      for (let n = 0; !isDone; n++) {
        for (const [index, standby] of cluster.standbys.entries()) {
          await delayed(standby, `${[0, 100, 1_000, 10_000, 10, 3_000][(n + index * 2) % 6]}ms`);
          await standby.query(`select pg_wal_replay_${n % 5 === index ? 'pause' : 'resume'}()`);
        }
        await wait(700);
      }
      for (const standby of cluster.standbys) {
        await delayed(standby, '0');
        await standby.query('select pg_wal_replay_resume()');
      }
    })();
    const result = await runPairs(pairs);
    isDone = true;
    await lag;
    console.log(`Lag of 0 to 10 seconds: ${JSON.stringify(result)}`);
    expect(result).toMatchObject({ stale: 0, errors: [] });
    expect(result.compared).toBeGreaterThan(5 * pairs);
    await caughtUp();
  });

  it('loses no request when a standby is killed, and uses it again after its start', async () => {
    const [standby] = cluster.standbys;
    const run = runPairs(pairs);
    await wait(300);
    await standby?.kill();
    const result = await run;
    console.log(`A standby killed: ${JSON.stringify(result)}`);
    expect(result).toMatchObject({ stale: 0, errors: [] });
    expect(result.compared).toBeGreaterThan(5 * pairs);
    await expect.poll(async () => (await ready())[0]?.fault).toBe('unavailable');
    await standby?.start();
    await caughtUp();
  });

  it('names a server that is not a standby and does not read it, and refuses to start with one of another cluster', async () => {
    const other = await startOn(cluster, [cluster.primary.url]);
    try {
      const { reads, address } = other.service;
      const response = await fetch(`${address}/ready`);
      expect(await response.json()).toMatchObject({ replicas: [{ replica: 1, fault: 'primary' }] });
      expect(other.log.join('')).toContain('is not read: it accepts writes, so it is not a standby.');
      expect(await reads?.choose(null)).toBeNull();
    } finally {
      await other.destroy();
    }
    await expect(startOn(cluster, [inject('postgresUrl')])).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        /^DATABASE_REPLICAS: .* is a standby of another server than that of DATABASE_URL/,
      ),
    });
  });

  it('loses nothing that was acknowledged when the primary is killed and its synchronous standby is promoted', async () => {
    const [standby] = cluster.standbys;
    if (standby === undefined) throw new Error('There is no standby.');
    await cluster.primary.query("alter system set synchronous_standby_names = 'standby1'");
    await cluster.primary.query('select pg_reload_conf()');
    await vi.waitFor(
      async () => {
        const rows = await cluster.primary.query("select from pg_stat_replication where sync_state = 'sync'");
        expect(rows).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    stale = 0;
    errors.length = 0;
    let isDone = false;
    const run = Promise.all(
      persons.map(async (person) => {
        while (!isDone) {
          const before = errors.length;
          await pair(person);
          if (errors.length > before) await wait(100);
        }
      }),
    );
    await wait(3_000);
    const acknowledged = persons.reduce((sum, { version }) => sum + version, 0);
    const start = Date.now();
    await cluster.primary.kill();
    await standby.promote();
    const promoted = Date.now() - start;
    const versions = persons.map(({ version }) => version);
    await expect
      .poll(() => persons.every(({ version }, index) => version > (versions[index] ?? 0)))
      .toBe(true);
    const writing = Date.now() - start;
    await wait(2_000);
    isDone = true;
    await run;
    const rows = await standby.query<{ email: string; name: string }>(
      "select email, name from rowhouse.users where email like 'p%'",
    );
    const stored = new Map(rows.map(({ email, name }) => [email, Number(name.slice(1))]));
    const lost = persons.filter(({ email, version }) => (stored.get(email) ?? 0) < version);
    const states = [...new Set(errors.map((text) => / (\d{3}) /.exec(text)?.[1]))];
    const after = persons.reduce((sum, { version }) => sum + version, 0) - acknowledged;
    console.log(
      `The primary killed: ${JSON.stringify({ acknowledged, after, lost: lost.length, stale, refused: errors.length, states, promoted, writing })}`,
    );
    expect([lost, stale, states.every((status) => status === '503')]).toEqual([[], 0, true]);
    // The other standby follows a primary that has ended, and the first one is no longer a standby.
    expect((await ready()).map(({ fault }) => fault)).toContain('primary');
  });
});
