import { Action } from '@rowhouse/integrations';
import { SoapAction } from '@rowhouse/integrations/soap';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { takesMinutes } from '../../../../../test/takesMinutes.ts';
import { callInbound, visibleOrder } from '../../testing/canaries/inboundCanaries.ts';
import { nameCanaries } from '../../testing/canaries/nameCanaries.ts';
import { outboundCanaries, visible } from '../../testing/canaries/outboundCanaries.ts';
import { dumpDatabase, Planted, shown } from '../../testing/canaries/Planted.ts';
import { soapCanary } from '../../testing/canaries/soapCanaries.ts';
import { type Partner, startPartner } from '../../testing/canaries/startPartner.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/startSmtpServer.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { createApiKey } from '../users/apiKeys/apiKeys.ts';

// Thousands of calls, each with failures and retries.
takesMinutes(10);

const planted = new Planted();
/** Everything that was written or thrown, by source. */
const texts: Record<string, string> = {};
let smtp: TestSmtpServer;
let partner: Partner;
let service: TestService;

beforeAll(async () => {
  const printed: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  smtp = await startSmtpServer();
  partner = await startPartner();
  service = await startTestService({
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    ROWHOUSE_MAIL_FROM: 'desk@example.com',
    ROWHOUSE_API_CALLS_FAILURE_WINDOW: '1',
    ROWHOUSE_API_CALLS_SECRET_NAMES: 'customer_number',
    API_DEBUG: 'true',
  });
  await service.addUser('ada@example.com', 'administrator');
  const { database, calls } = service;
  const thrown: string[] = [];

  const named = nameCanaries(planted, partner);
  for (const endpoint of [...outboundCanaries(planted, partner), ...named]) {
    const outcome = await new Action(endpoint, calls.client).handle().catch((error: unknown) => error);
    thrown.push(shown(outcome), outcome instanceof Error ? '' : shown(refusal(outcome)));
  }
  const action = new SoapAction(soapCanary(planted, partner), calls.client);
  thrown.push(shown(await action.handle().catch((error: unknown) => error)));
  const key = await createApiKey(database.db, { email: 'ada@example.com', name: 'shop' });
  const statuses = await callInbound(planted, service, key);
  expect(statuses).toEqual([404, 422, 400, 415, 422]);

  await vi.waitFor(() => expect(unreported(named)).toEqual([]), { timeout: 900_000 });
  await calls.log.flush();
  const { token } = await service.signIn('ada@example.com');
  const list = await service.call('/api/core/notifications?limit=100', {
    headers: { authorization: `Bearer ${token}` },
  });
  const pages = await pagesOfCalls(token);
  Object.assign(texts, await dumpDatabase(database.db), {
    'the mails, as sent': smtp.mails.map(({ raw }) => raw).join('\n'),
    'the mails, as parsed': JSON.stringify(smtp.mails.map(({ parsed }) => parsed)),
    'the notifications': list.text,
    'the page of API logs': pages,
    'the log of the service': service.log.join(''),
    'the debug output': printed.join(''),
    'errors and responses': thrown.join('\n'),
  });
}, 1_200_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await service?.destroy();
  await partner?.stop();
  await smtp?.stop();
});

/** The responses that the page of API logs gets for every call. */
async function pagesOfCalls(token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const rows = await service.database.db.selectFrom('api_logs').select('call_id').distinct().execute();
  const texts: string[] = [];
  for (const { call_id } of rows) {
    const { status, text } = await service.call(`/api/system/apiLogs/calls/${call_id}`, { headers });
    expect(status).toBe(200);
    texts.push(text);
  }

  return texts.join('\n');
}

/** Failures without a mail so far. */
function unreported(named: readonly object[]): string[] {
  const calls = ['structured', 'written', 'form', 'multipart', 'xml', 'text', 'shapes', 'basic', 'bearer'];
  const others = ['redirect', 'followed', 'userinfo', 'dns', 'soap', 'provider'];
  const repeated = ['bearer', 'basic', 'header', 'fields', 'address'].map((name) => `repeated-${name}`);
  const signs = [
    ...[...calls, ...others, ...repeated].map((name) => `visible-${name}`),
    ...named.map((endpoint) => endpoint.constructor.name).filter((name) => name.startsWith('visible-name-')),
    'PartnerTokens failed',
    ...[404, 422, 400, 415].map((status) => `HTTP ${status}`),
  ];
  const mails = smtp.mails.map(({ parsed }) => `${parsed.subject} ${parsed.text}`).join();

  return signs.filter((sign) => !mails.includes(sign));
}

/** The error that `throw()` of a failed response throws. */
function refusal(response: unknown): unknown {
  try {
    return (response as { throw(): unknown }).throw();
  } catch (error) {
    return error;
  }
}

it('finds canaries nowhere', () => {
  expect(planted.count).toBeGreaterThanOrEqual(272 + 100);
  expect(planted.leaksIn(texts)).toEqual([]);
});

it('finds values that are not secret, so that a canary would be found, too', () => {
  const control = new Planted();
  control.plant('a city', visible);
  control.plant('an order', visibleOrder);
  control.plant('an endpoint', 'visible-structured');
  const all = control.leaksIn(texts);

  for (const found of [
    'a city is in table rowhouse.api_logs',
    'a city is in the debug output',
    'a city is in the page of API logs',
    'a city is in errors and responses',
    'an order is in table rowhouse.api_logs',
    'an order is in table rowhouse.notifications',
    'an order is in the log of the service',
    'an order is in the notifications',
    'an order is in the mails, as parsed',
    'an endpoint is in the mails, as sent',
    'an endpoint is in table rowhouse.notifications',
  ]) {
    expect(all).toContain(found);
  }
});
