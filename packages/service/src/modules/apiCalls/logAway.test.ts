import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { Action } from '@rowhouse/integrations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../kernel/database/connect.ts';
import { type AnswerServer, startAnswerServer } from '../../testing/answerServer.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { type ApiCallsParts, type OpenApiCalls, openApiCalls } from './openApiCalls.ts';

let courier: AnswerServer;
let service: TestService;
beforeAll(async () => {
  courier = await startAnswerServer(200);
  service = await startTestService();
});
afterAll(async () => {
  await service?.destroy();
  await courier?.stop();
});

/** A way to the database that can be cut. */
async function cuttableWay(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const onward = dial(Number(target.port), target.hostname);
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = `${(server.address() as AddressInfo).port}`;

  return {
    url: way.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function open(url: string, parts: Partial<ApiCallsParts> = {}): OpenApiCalls & { readonly lines: string[] } {
  const { config, jobs } = service;
  const lines: string[] = [];

  return {
    ...openApiCalls({ url, config, jobs, log: (_level, text) => void lines.push(text), ...parts }),
    lines,
  };
}

const call = async ({ client }: OpenApiCalls, path: string) =>
  (await new Action(courier.endpoint(path), client).handle()).status;

const rowsOf = async (path: string) =>
  (await service.database.db.selectFrom('api_logs').select('url').where('url', 'like', `%${path}`).execute())
    .length;

describe('While the database of the log is away', () => {
  it('calls go on, and are logged once it is back', async () => {
    const way = await cuttableWay(service.database.url);
    const calls = open(way.url);
    expect(await call(calls, '/before')).toBe(200);
    await calls.log.flush();
    way.cut();
    for (let n = 0; n < 20; n++) expect(await call(calls, '/during')).toBe(200);
    await expect.poll(() => calls.log.state).toMatchObject({ isUnavailable: true, waiting: 20 });
    expect(calls.lines).toContainEqual(
      expect.stringMatching(/^The log of API calls cannot be written now, and waits: /),
    );

    way.mend();
    await calls.log.flush();
    expect(calls.log.state).toMatchObject({
      waiting: 0,
      written: 21,
      dropped: 0,
      failed: 0,
      isUnavailable: false,
    });
    expect(await rowsOf('/during')).toBe(20);
    await calls.close();
    await way.stop();
  });

  it('a stop does not wait for it long: what is lost is counted and said', async () => {
    const way = await cuttableWay(service.database.url);
    way.cut();
    const calls = open(way.url);
    for (let n = 0; n < 3; n++) expect(await call(calls, '/lost')).toBe(200);
    await calls.close(50);
    expect(calls.log.state).toMatchObject({ waiting: 0, written: 0, dropped: 3 });
    expect(calls.lines).toContainEqual(expect.stringMatching(/^3 API calls were not logged/));
    await way.stop();
  });

  it('failures are told all the same, as this process counts them', async () => {
    const way = await cuttableWay(service.database.url);
    way.cut();
    const calls = open(way.url);
    const failing = await startAnswerServer(503);
    const { status } = await new Action(failing.endpoint('/failing'), calls.client).handle();
    expect(status).toBe(503);
    await calls.close(1_000);
    await failing.stop();
    expect(calls.lines).toContainEqual(
      expect.stringMatching(/^Failures of API calls are counted by this process/),
    );
    const told = () =>
      service.database.db
        .selectFrom('notifications')
        .select(['body'])
        .where('type', '=', 'apiCall.error')
        .execute();
    await expect.poll(told).toEqual([{ body: 'Once, at {since}: {outcome}' }]);
    await way.stop();
  });
});

describe('The process', () => {
  it('measures how the log is doing', async () => {
    await call(service.apiCalls, '/measured');
    await service.apiCalls.log.flush();
    const { text } = await service.call('/metrics');
    expect(text).toMatch(/^api_call_log_waiting 0$/m);
    expect(text).toMatch(/^api_call_log_records_total\{result="written"\} [1-9]\d*$/m);
    expect(text).toMatch(/^api_call_log_records_total\{result="dropped"\} 0$/m);
    expect(text).toMatch(/^api_call_log_records_total\{result="failed"\} 0$/m);
    // Counted anew for each answer, and not added up.
    const { text: again } = await service.call('/metrics');
    const written = /^api_call_log_records_total\{result="written"\} (\d+)$/m;
    expect(written.exec(again)?.[1]).toBe(written.exec(text)?.[1]);
  });

  it('prints calls without their secrets while API_DEBUG is on, and none otherwise', async () => {
    const { url } = service.database;
    for (const debug of [true, false]) {
      const printed: string[] = [];
      const apiCalls = { ...service.config.apiCalls, debug };
      const calls = open(url, {
        config: { ...service.config, apiCalls },
        print: (text) => void printed.push(text),
      });
      await call(calls, '/printed?token=abcdef123456');
      await calls.close();
      expect(printed).toHaveLength(debug ? 1 : 0);
      if (debug) expect(printed[0]).toMatch(/^→ POST http:\/\/127\.0\.0\.1:\d+\/printed\?token=/);
      expect(printed.join()).not.toContain('abcdef123456');
    }
  });

  it('writes what waits, and tells the failures it is counting, when it stops', async () => {
    const stopping = await startTestService({ ROWHOUSE_WORKERS: 'false' });
    const { client, log } = stopping.apiCalls;
    const failing = await startAnswerServer(500);
    for (let n = 0; n < 5; n++) await new Action(failing.endpoint('/last'), client).handle();
    expect(log.state.written).toBe(0);
    await stopping.stop();
    expect(log.state).toMatchObject({ waiting: 0, written: 5, dropped: 0 });
    const { db, close } = connect({
      url: stopping.database.url,
      poolSize: 1,
      onIdleError: () => undefined,
    });
    const logged = await db.selectFrom('api_logs').select('status').execute();
    expect(logged).toEqual(Array.from({ length: 5 }, () => ({ status: 500 })));
    const { rows } = await sql<{ data: { data: { stage: string; count: number } } }>`
      select data from jobs.job where name = 'notifications' order by created_on`.execute(db);
    expect(rows.map(({ data }) => data.data)).toMatchObject([
      { stage: 'opened' },
      { stage: 'closed', count: 5 },
    ]);
    await close();
    await failing.stop();
    await stopping.destroy();
  });
});
