import { Action, runAs } from '@rowhouse/integrations';
import type { FailureGroup } from '@rowhouse/integrations/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loggerOf } from '../../base/ServiceLogger.ts';
import { openJobs } from '../../kernel/jobs/openJobs.ts';
import { openEventStream } from '../../testing/openEventStream.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/startSmtpServer.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { type StubServer, startStubServer } from '../../testing/stubServer.ts';
import type { Notification } from '../notifications/index.ts';
import { sendApiCallError } from './failureNotices.ts';
import { type ApiCallsOptions, type OpenApiCalls, openApiCalls } from './openApiCalls.ts';

let mailServer: TestSmtpServer;
let courier: StubServer;
let service: TestService;
beforeAll(async () => {
  mailServer = await startSmtpServer();
  courier = await startStubServer(500);
  service = await startTestService({
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    ROWHOUSE_MAIL_FROM: 'desk@example.com',
    ROWHOUSE_LANGUAGES: 'en,de',
    ROWHOUSE_API_CALLS_FAILURE_WINDOW: '1',
  });
  for (const name of ['ada', 'berta', 'inactive', 'clerk']) {
    await service.addUser(`${name}@example.com`, name === 'clerk' ? 'user' : 'administrator');
  }
  await change('berta', { language: 'de' });
  await change('inactive', { is_active: false });
});
afterAll(async () => {
  await service?.destroy();
  await courier?.stop();
  await mailServer?.stop();
});

const change = (name: string, values: { language?: string; is_active?: boolean }) =>
  service.database.db.updateTable('users').set(values).where('email', '=', `${name}@example.com`).execute();

/** Milliseconds to write what is logged before a process ends: its time otherwise is too short for a slow machine. */
const patience = 60_000;

/** Mails about calls to that path, by recipient. */
const mailsAbout = (path: string) =>
  mailServer.mails
    .filter(({ parsed }) => parsed.subject?.endsWith(path))
    .map(({ to, parsed }) => ({ to: to[0], subject: parsed.subject, text: parsed.text ?? '' }))
    .sort((one, other) => String(one.to).localeCompare(String(other.to)));

const signedIn = async (name: string) => {
  const { token } = await service.signIn(`${name}@example.com`);

  return { authorization: `Bearer ${token}` };
};

async function listOf(name: string, path: string): Promise<Notification[]> {
  const headers = await signedIn(name);
  const { body } = await service.call('/api/core/notifications', { headers });

  return (body.data as Notification[]).filter(({ title }) => title.endsWith(path));
}

/** The API calls of another process of the same service, with windows that are long enough for a slow machine. */
function otherProcess(parts: Partial<ApiCallsOptions> = {}): OpenApiCalls & { readonly lines: string[] } {
  const { config, jobs, database } = service;
  const lines: string[] = [];
  const opened = openApiCalls({
    url: database.url,
    config: { ...config, apiCalls: { ...config.apiCalls, failureWindow: 60 } },
    jobs,
    logger: loggerOf((_level, text) => void lines.push(text)),
    ...parts,
  });

  return { ...opened, lines };
}

async function callOften({ client }: OpenApiCalls, path: string, times: number): Promise<void> {
  const { endpoint } = courier;
  const rounds = Array.from({ length: times / 50 });
  for (const _round of rounds) {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => new Action(endpoint(`${path}?n=${n}`), client).handle()),
    );
  }
}

const noticeOf = (stage: FailureGroup['stage'], path: string, count: number): FailureGroup => ({
  key: `test-${path}`,
  stage,
  count,
  failure: {
    direction: 'Outbound',
    method: 'GET',
    url: `https://courier.example.com${path}`,
    route: null,
    userId: null,
    status: null,
    error: 'refused: connect ECONNREFUSED',
    fault: { code: 'refused', parameters: { message: 'connect ECONNREFUSED' } },
    callId: '0198f1ce-0000-7000-8000-000000000001',
    tries: 1,
    endpoint: null,
  },
  startedAt: new Date('2026-01-02T03:04:05Z'),
  endsAt: new Date('2026-01-02T03:05:05Z'),
  isOverflow: false,
});

describe('A call that fails', () => {
  it('is reported to active administrators immediately in their list, and by mail when its window ends', async () => {
    const stream = await openEventStream(
      `${service.address}/api/core/notifications/stream`,
      await signedIn('ada'),
    );
    const { client } = service.calls;
    const response = await new Action(
      courier.endpoint('/labels?token=abc', { password: 'x' }),
      client,
    ).handle();
    expect(response.status).toBe(500);

    await expect.poll(() => mailsAbout('/labels').length).toBe(3);
    const [first, ada, berta] = mailsAbout('/labels');
    expect([first?.to, ada?.to, berta?.to]).toEqual([
      'ada@example.com',
      'admin@example.com',
      'berta@example.com',
    ]);
    expect(first?.subject).toBe(`A call to another service failed: POST ${courier.url}/labels`);
    expect(first?.text).toMatch(/Once, at \d\d-\d\d-\d{4} \d\d:\d\d:\d\d \(UTC\): HTTP 500/);
    expect(berta?.subject).toBe(
      `Ein Aufruf eines anderen Dienstes ist gescheitert: POST ${courier.url}/labels`,
    );
    // The log is written a moment later.
    const logged = service.database.db
      .selectFrom('api_logs')
      .select('call_id')
      .where('url', 'like', '%/labels%');
    await expect.poll(async () => (await logged.execute()).length).toBe(1);
    const { call_id } = await logged.executeTakeFirstOrThrow();
    expect(first?.text).toContain(`${service.config.baseUrl}/system/api-logs/${call_id}`);

    // Beside tables that are live.
    const events = stream.events.filter(({ event }) => event !== 'live-tables');
    // Shown once; then pages reload the list.
    expect(events.map(({ event }) => event)).toEqual(['notification', 'changed']);
    expect(events[0]?.data).toMatchObject({
      type: 'apiCall.error',
      body: expect.stringMatching(/HTTP 500\nEqual failures are counted until/),
      link: { path: `/system/api-logs/${call_id}`, label: 'Show the call' },
      mail: null,
    });
    stream.close();
    expect(await listOf('ada', '/labels')).toMatchObject([
      { body: expect.stringMatching(/^Once, at /), mail: { status: 'sent' } },
    ]);
    expect(await listOf('clerk', '/labels')).toEqual([]);
  });

  it('sends one mail with the count to each administrator for a thousand failures in two processes', async () => {
    const [one, other] = [otherProcess(), otherProcess()];
    const before = courier.calls();
    await Promise.all([callOften(one, '/parcels', 500), callOften(other, '/parcels', 500)]);
    expect(courier.calls() - before).toBe(1_000);

    // The first process to stop leaves the report to the other one.
    await one.close(patience);
    await other.close(patience);
    await expect.poll(() => mailsAbout('/parcels').length).toBe(3);
    const [ada, , berta] = mailsAbout('/parcels');
    expect(ada?.text).toMatch(/1,000 times since \d\d-\d\d-\d{4} .* \(UTC\): HTTP 500/);
    expect(berta?.text).toMatch(/1\.000-mal seit \d\d\.\d\d\.\d{4} .* \(UTC\): HTTP 500/);
    expect(await listOf('ada', '/parcels')).toMatchObject([
      { body: expect.stringMatching(/^1,000 times since/), mail: { status: 'sent' } },
    ]);
    const { rows } = await service.database.db
      .selectFrom('api_logs')
      .select((select) => select.fn.countAll<string>().as('rows'))
      .where('url', 'like', '%/parcels%')
      .executeTakeFirstOrThrow();
    expect(rows).toBe('1000');
    // A duplicate mail would have been queued before these.
    const { jobs, config } = service;
    await sendApiCallError(jobs, config, noticeOf('closed', '/parcels-after', 1));
    await expect.poll(() => mailsAbout('/parcels-after').length).toBe(3);
    expect(mailsAbout('/parcels')).toHaveLength(3);
  });

  it('is reported once, however often and in any order its jobs run', async () => {
    const { jobs, config } = service;
    const path = '/pickups';
    for (const stage of ['closed', 'opened', 'closed', 'closed'] as const) {
      await sendApiCallError(jobs, config, noticeOf(stage, path, 7));
    }
    await sendApiCallError(jobs, config, noticeOf('closed', '/last', 1));
    await expect.poll(() => mailsAbout('/last').length).toBe(3);
    await expect.poll(() => mailsAbout(path).length).toBe(3);
    expect(await listOf('ada', path)).toMatchObject([
      {
        body: '7 times since 02-01-2026 03:04:05 (UTC): refused: connect ECONNREFUSED',
        mail: { status: 'sent' },
      },
    ]);
    expect(mailsAbout(path)[2]?.text).toContain('(UTC): Verbindung abgelehnt: connect ECONNREFUSED');
  });

  it('is reported with a greeting and the user during whose request it failed', async () => {
    const { client } = service.calls;
    const { id } = await service.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'clerk@example.com')
      .executeTakeFirstOrThrow();
    await runAs({ userId: id, route: 'shop.orders' }, () =>
      new Action(courier.endpoint('/invoices'), client).handle(),
    );
    await expect.poll(() => mailsAbout('/invoices').length).toBe(3);
    const [ada, , berta] = mailsAbout('/invoices');

    expect(ada?.text).toMatch(/^Hello \S.*,\n\nA call to another service failed/);
    expect(ada?.text).toMatch(new RegExp(`HTTP 500\nUser: .+ <clerk@example.com> \\(id ${id}\\)\n`));
    expect(berta?.text).toMatch(/^Guten Tag \S.*,/);
    expect(berta?.text).toMatch(/HTTP 500\nBenutzer: .+ <clerk@example.com>/);

    const { jobs, config } = service;
    const many = noticeOf('closed', '/refunds', 7);
    await sendApiCallError(jobs, config, { ...many, failure: { ...many.failure, userId: 987_654 } });
    await expect.poll(() => mailsAbout('/refunds').length).toBe(3);
    expect(mailsAbout('/refunds')[0]?.text).toContain('User of the first call: (id 987654)');
  });

  it('is logged when the queues are closed, and the call continues', async () => {
    const { config, database } = service;
    const jobs = await openJobs({
      url: database.url,
      queues: config.queues,
      works: false,
      log: () => undefined,
    });
    await jobs.close();
    const calls = otherProcess({ jobs });
    const response = await new Action(courier.endpoint('/customs'), calls.client).handle();
    expect(response.status).toBe(500);
    await calls.close();

    expect(calls.lines.filter((line) => line.includes('No administrator could be notified'))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Outbound API call failed: POST ${courier.url}/customs: HTTP 500 \\(call [\\da-f-]{36}\\)\\.`,
        ),
      ),
      expect.stringContaining('/customs'),
    ]);
  });
});
