import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { Action } from '@rowhouse/integrations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loggerOf } from '../../base/ServiceLogger.ts';
import { connect } from '../../kernel/database/Database.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { type StubServer, startStubServer } from '../../testing/stubServer.ts';
import { type ApiCallsOptions, type OpenApiCalls, openApiCalls } from './openApiCalls.ts';

let courier: StubServer;
let service: TestService;
beforeAll(async () => {
  courier = await startStubServer(200);
  service = await startTestService();
});
afterAll(async () => {
  await service?.destroy();
  await courier?.stop();
});

/** A proxy to the database that can be interrupted. */
async function interruptibleProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isInterrupted = false;
  const server = createServer((socket) => {
    if (isInterrupted) return void socket.destroy();
    const upstream = dial(Number(target.port), target.hostname);
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = `${(server.address() as AddressInfo).port}`;

  return {
    url: address.href,
    interrupt: () => {
      isInterrupted = true;
      for (const socket of sockets) socket.destroy();
    },
    resume: () => {
      isInterrupted = false;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function open(
  url: string,
  parts: Partial<ApiCallsOptions> = {},
): OpenApiCalls & { readonly lines: string[] } {
  const { config, jobs } = service;
  const lines: string[] = [];

  return {
    ...openApiCalls({
      url,
      config,
      jobs,
      logger: loggerOf((_level, text) => void lines.push(text)),
      ...parts,
    }),
    lines,
  };
}

const call = async ({ client }: OpenApiCalls, path: string) =>
  (await new Action(courier.endpoint(path), client).handle()).status;

const rowsOf = async (path: string) =>
  (await service.database.db.selectFrom('api_logs').select('url').where('url', 'like', `%${path}`).execute())
    .length;

describe('While the database of the log is unavailable', () => {
  it('calls continue, and are logged when it is available again', async () => {
    const proxy = await interruptibleProxy(service.database.url);
    const calls = open(proxy.url);
    expect(await call(calls, '/before')).toBe(200);
    await calls.log.flush();
    proxy.interrupt();
    for (let n = 0; n < 20; n++) expect(await call(calls, '/during')).toBe(200);
    await expect.poll(() => calls.log.state).toMatchObject({ isUnavailable: true, waiting: 20 });
    expect(calls.lines).toContainEqual(
      expect.stringMatching(/^The log of API calls cannot be written, and will be retried: /),
    );

    proxy.resume();
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
    await proxy.stop();
  });

  it('does not delay a stop for long: lost calls are counted and logged', async () => {
    const proxy = await interruptibleProxy(service.database.url);
    proxy.interrupt();
    const calls = open(proxy.url);
    for (let n = 0; n < 3; n++) expect(await call(calls, '/lost')).toBe(200);
    await calls.close(50);
    expect(calls.log.state).toMatchObject({ waiting: 0, written: 0, dropped: 3 });
    expect(calls.lines).toContainEqual(expect.stringMatching(/^3 API calls were not logged/));
    await proxy.stop();
  });

  it('failures are reported as this process counts them', async () => {
    const proxy = await interruptibleProxy(service.database.url);
    proxy.interrupt();
    const calls = open(proxy.url);
    const failing = await startStubServer(503);
    const { status } = await new Action(failing.endpoint('/failing'), calls.client).handle();
    expect(status).toBe(503);
    await calls.close(1_000);
    await failing.stop();
    expect(calls.lines).toContainEqual(
      expect.stringMatching(/^Failures of API calls are counted by this process/),
    );
    const reported = () =>
      service.database.db
        .selectFrom('notifications')
        .select(['body'])
        .where('type', '=', 'apiCall.error')
        .execute();
    await expect.poll(reported).toEqual([{ body: 'Once, at {since}: {outcome}' }]);
    await proxy.stop();
  });
});

describe('The process', () => {
  it('measures the state of the log', async () => {
    await call(service.calls, '/measured');
    await service.calls.log.flush();
    const { text } = await service.call('/metrics');
    expect(text).toMatch(/^api_call_log_waiting 0$/m);
    expect(text).toMatch(/^api_call_log_records_total\{result="written"\} [1-9]\d*$/m);
    expect(text).toMatch(/^api_call_log_records_total\{result="dropped"\} 0$/m);
    expect(text).toMatch(/^api_call_log_records_total\{result="failed"\} 0$/m);
    // Set for each response, and not added up.
    const { text: again } = await service.call('/metrics');
    const written = /^api_call_log_records_total\{result="written"\} (\d+)$/m;
    expect(written.exec(again)?.[1]).toBe(written.exec(text)?.[1]);
  });

  it('prints calls without their secrets only if API_DEBUG is set', async () => {
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

  it('writes the buffered log, and reports the failures of open windows, when it stops', async () => {
    const stopping = await startTestService({ ROWHOUSE_WORKERS: 'false' });
    const { client, log } = stopping.calls;
    const failing = await startStubServer(500);
    // The thread that writes has to start first, which may take longer than a stop waits.
    await new Action(failing.endpoint('/last'), client).handle();
    await log.flush();
    for (let n = 0; n < 4; n++) await new Action(failing.endpoint('/last'), client).handle();
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
