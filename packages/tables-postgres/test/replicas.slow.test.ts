import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createTables, installRowCounts, type Tables } from '@rowhouse/tables';
import { bookmarkHeader } from '@rowhouse/tables/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { addEvents, createEvents, type Events, eventsTable } from '../../tables/test/events.ts';
import { type HttpApp, httpServers } from '../../tables/test/httpServers.ts';
import { openBookmark, openReplicas, type StandbyReplicas } from '../src/index.ts';
import type { PositionReader, ReplicaReading } from '../src/replicas/PositionReader.ts';

/** What the servers say of themselves. */
interface Servers extends PositionReader {
  position: string;
  replica: ReplicaReading | Error;
}

const standby: ReplicaReading = { position: '1:0/10', isStandby: true, server: 'a', cluster: 'c' };

function doubles(): Servers {
  const servers: Servers = {
    position: '1:0/10',
    replica: standby,
    written: async () => ({ position: servers.position, cluster: 'c' }),
    replayed: async () => {
      if (servers.replica instanceof Error) throw servers.replica;

      return servers.replica;
    },
  };

  return servers;
}

describe.each(dialects)('Tables with a replica, on %s', (dialect) => {
  let primary: TestDatabase<Events>;
  let replica: TestDatabase<Events>;
  let servers: Servers;
  let replicas: StandbyReplicas;
  let tables: Tables;
  beforeEach(async () => {
    [primary, replica] = await Promise.all([
      createTestDatabase<Events>(dialect),
      createTestDatabase<Events>(dialect),
    ]);
    await Promise.all([createEvents(primary.db), createEvents(replica.db)]);
    await Promise.all([primary, replica].map(({ db }) => installRowCounts(db, ['events'])));
    // The replica has not got the last of them.
    await addEvents(primary.db, 1, 3);
    await addEvents(replica.db, 1, 2);
    servers = doubles();
    replicas = await openReplicas({
      primary: primary.db,
      replicas: [{ name: 'one', db: replica.db }],
      positions: servers,
      interval: 20,
    });
    tables = createTables({ db: primary.db, definitions: [eventsTable('events')], replicas });
  });
  afterEach(async () => {
    replicas?.close();
    await primary?.destroy();
    await replica?.destroy();
  });

  const page = { meta: { start: 0, length: 5 } };
  const count = async (position: string | null = null) => {
    const bookmark = openBookmark(position);
    const { count: rows } = await tables.data('events', page, null, { bookmark });

    return { rows, position: bookmark.position };
  };
  const faults = () => replicas.states().map(({ fault }) => fault);

  it('reads a page with its count from the replica, and returns its position as the bookmark', async () => {
    expect(await count()).toEqual({ rows: 2, position: '1:0/10' });
    servers.replica = { ...standby, position: '1:0/18' };
    expect(await count('1:0/10')).toEqual({ rows: 2, position: '1:0/18' });
    expect(replicas.counts).toEqual({ replica: 2, primary: 0, repeated: 0 });
  });

  it('reads from the primary what the replica has not replayed', async () => {
    servers.position = '1:0/20';
    expect(await count('1:0/20')).toEqual({ rows: 3, position: '1:0/20' });
    // Without a bookmark nothing is known of the client.
    expect(await count()).toEqual({ rows: 2, position: '1:0/10' });
    servers.replica = { ...standby, position: '1:0/20' };
    expect(await count('1:0/20')).toEqual({ rows: 2, position: '1:0/20' });
  });

  it('issues later positions after a promotion, with any numbers', async () => {
    servers.position = '2:0/8';
    expect(await count('2:0/8')).toMatchObject({ rows: 3 });
    servers.replica = { ...standby, position: '2:0/8' };
    expect(await count('2:0/8')).toMatchObject({ rows: 2 });
    expect(await count('1:0/FFFF')).toMatchObject({ rows: 2 });
  });

  it('facets and exports are read from the replica', async () => {
    const output = new PassThrough();
    const file = text(output);
    const { rows } = await tables.exportRows('events', page, null, { format: 'csv', output });
    expect(rows).toBe(2);
    expect((await file).trim().split('\n')).toHaveLength(3);
    const again = new PassThrough();
    again.resume();
    expect((await tables.exportRows('events', page, null, { output: again, fromPrimary: true })).rows).toBe(
      3,
    );
  });

  it.each([
    ['unavailable', new Error('Connection terminated')],
    ['primary', { ...standby, isStandby: false }],
    ['other_cluster', { ...standby, cluster: 'other' }],
  ] as const)('does not use a replica that is %s, until it has recovered', async (fault, state) => {
    servers.replica = state;
    await expect.poll(faults).toEqual([fault]);
    expect(await count()).toMatchObject({ rows: 3 });
    servers.replica = standby;
    await expect.poll(faults).toEqual([null]);
    expect(await count()).toMatchObject({ rows: 2 });
  });

  it('does not use a replica that lags behind for longer than the limit', async () => {
    replicas.close();
    replicas = await openReplicas({
      primary: primary.db,
      replicas: [{ name: 'one', db: replica.db }],
      positions: servers,
      interval: 20,
      maxLag: 0.1,
    });
    expect(faults()).toEqual([null]);
    servers.position = '1:0/20';
    await expect.poll(faults).toEqual(['behind']);
    servers.replica = { ...standby, position: '1:0/20' };
    await expect.poll(faults).toEqual([null]);
  });

  it('repeats a read on the primary if the replica restarts or fails meanwhile', async () => {
    const { replayed } = servers;
    let restarts = 0;
    servers.replayed = async (db) => ({ ...(await replayed(db)), server: `${restarts++}` });
    expect(await count()).toMatchObject({ rows: 3 });
    servers.replayed = replayed;
    await replica.db.schema.dropTable('events').execute();
    expect(await count()).toMatchObject({ rows: 3 });
    expect(replicas.counts).toMatchObject({ replica: 0, primary: 2, repeated: 2 });
  });

  it('does not repeat an error of the request', async () => {
    await expect(tables.data('events', { meta: { start: 0, length: 9_999 } })).rejects.toMatchObject({
      code: 'tables.invalid_request',
    });
    expect(replicas.counts).toEqual({ replica: 0, primary: 0, repeated: 0 });
  });

  describe.each(Object.entries(httpServers))('over %s', (_, serve) => {
    let app: HttpApp;
    beforeEach(async () => {
      app = await serve({ db: primary.db, tables: [eventsTable('events')], replicas });
    });
    afterEach(() => app?.close());
    const read = async (bookmark?: string) => {
      const headers: Record<string, string> = bookmark === undefined ? {} : { [bookmarkHeader]: bookmark };
      const response = await app.send('/api/events/tableData?meta[length]=5', { headers });
      const { count: rows, message } = (await response.json()) as { count: number; message: string };

      return { status: response.status, rows, message, bookmark: response.headers.get(bookmarkHeader) };
    };

    it('sends and reads the bookmark in the header', async () => {
      expect(await read()).toMatchObject({ rows: 2, bookmark: '1:0/10' });
      servers.position = '1:0/20';
      expect(await read('1:0/20')).toMatchObject({ rows: 3, bookmark: '1:0/20' });
    });

    it('refuses a header that is not a position', async () => {
      expect(await read('yesterday')).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^The header rowhouse-bookmark is "yesterday"\. Send/),
      });
    });
  });
});
