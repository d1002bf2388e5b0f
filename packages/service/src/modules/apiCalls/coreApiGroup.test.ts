import { Action, type CallFailure, type CallRecord, createClient, createMask } from '@rowhouse/integrations';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessRules } from '../../kernel/access/accessRules.ts';
import { guard } from '../../kernel/access/guard.ts';
import type { KnownUser } from '../../kernel/access/User.ts';
import { createHooks, requestHooks } from '../../kernel/hooks/createHooks.ts';
import { errorHandling } from '../../kernel/http/errorHandling.ts';
import type { Context } from '../../kernel/module/Module.ts';
import { type StubServer, startStubServer } from '../../testing/stubServer.ts';
import { createAuthenticate } from '../users/access/authenticate.ts';
import { coreApiGroup } from './coreApiGroup.ts';
import { apiCalls } from './index.ts';

let courier: StubServer;
beforeAll(async () => {
  courier = await startStubServer(200);
});
afterAll(() => courier?.stop());

const role = { id: 2, name: 'user', label: 'User', isAdministrator: false, isSuperior: false };
const languages = { languages: ['en', 'de', 'fr'], language: 'en' };
const person = (id: number, changed: Partial<KnownUser> = {}): KnownUser => ({
  id,
  name: 'Ada',
  email: 'ada@example.com',
  language: 'de',
  timeZone: null,
  browserTimeZone: null,
  isActive: true,
  role,
  permissions: new Set(['parcels.show', 'parcels.store', 'unrelated']),
  fields: {},
  ...changed,
});
const people = [
  person(1),
  person(2, { permissions: new Set() }),
  person(3, { isActive: false }),
  person(4, { isActive: false, permissions: new Set() }),
];

/** An application with the group, in which x-user names the caller, and what it has logged and reported. */
async function groupApp(successStatuses: readonly number[] = [200]) {
  const records: CallRecord[] = [];
  const reports: CallFailure[] = [];
  /** The language at the end of each request. */
  const languagesUsed: string[] = [];
  const log = { add: (record: CallRecord) => void records.push(record) };
  const client = createClient({ log });
  const app = fastify();
  await app.register(errorHandling);
  await app.register(accessRules);
  const authenticate = createAuthenticate({
    identify: async ({ 'x-user': id }) =>
      id === undefined
        ? null
        : {
            userId: Number(id),
            apiKey: null,
            impersonatedBy: null,
            by: 'api-key',
            sessionId: null,
            cookies: [],
          },
    users: { find: async (id) => people.find((one) => one.id === id) ?? null },
    endSession: async () => undefined,
    ...languages,
    timeZone: 'UTC',
  });
  await app.register(guard, { ...languages, authenticate, baseUrl: 'http://127.0.0.1' });
  await app.register(requestHooks, {
    hooks: createHooks(
      [apiCalls],
      () => ({}) as Context,
      () => undefined,
    ),
  });
  app.addHook('onResponse', async ({ language }) => void languagesUsed.push(language));
  const callOut = async () => {
    await new Action(courier.endpoint(), client).handle();

    return {};
  };
  app.post('/unrelated', { config: { name: 'unrelated' } }, callOut);
  app.get('/open', { config: { name: 'open', access: 'public' } }, callOut);
  await app.register(async (scope) => {
    const failures = { report: (failure: CallFailure) => void reports.push(failure) };
    const calls = { log, failures, mask: createMask(), successStatuses, debug: null };
    await scope.register(coreApiGroup, { ...languages, calls });
    scope.get('/parcels', { config: { name: 'parcels.show' } }, async ({ language }) => ({ language }));
    scope.post('/parcels', { config: { name: 'parcels.store' } }, callOut);
    scope.put('/parcels', { config: { name: 'parcels.update', permission: 'parcels.store' } }, callOut);
  });

  const call = async (user: number | null, method: 'GET' | 'POST' | 'PUT' | 'HEAD', url = '/parcels') => {
    const headers = user === null ? {} : { 'x-user': `${user}` };
    const body = method === 'POST' || method === 'PUT' ? { weight: 3 } : undefined;
    const { statusCode, body: text } = await app.inject({ method, url, headers, ...(body && { body }) });
    // The end of the call is recorded after the response.
    await new Promise((resolve) => setImmediate(resolve));

    return { status: statusCode, text };
  };

  return { app, records, reports, languagesUsed, call };
}

describe('The group core-api', () => {
  it('serves permitted callers in their language, and logs the call', async () => {
    const { call, records, reports } = await groupApp();
    expect(await call(1, 'GET')).toEqual({ status: 200, text: '{"language":"de"}' });
    expect(records).toMatchObject([
      { direction: 'Inbound', method: 'GET', url: '/parcels', status: 200, userId: 1, route: 'parcels.show' },
    ]);
    expect(reports).toEqual([]);
  });

  it('does not log unknown callers', async () => {
    const { call, records, reports } = await groupApp();
    for (const user of [null, 99]) {
      const { status, text } = await call(user, 'GET');
      expect([status, text]).toEqual([401, expect.stringContaining('service.unauthenticated')]);
    }
    expect([records, reports]).toEqual([[], []]);
  });

  it('checks the active state first: neither logged nor reported', async () => {
    const { call, records, reports } = await groupApp();
    for (const user of [3, 4]) {
      const { status, text } = await call(user, 'GET');
      expect([status, text]).toEqual([403, expect.stringContaining('service.inactive_user')]);
    }
    expect([records, reports]).toEqual([[], []]);
  });

  it('logs before it checks the permission, in the language of the user', async () => {
    const { call, records, reports, languagesUsed } = await groupApp();
    const { status, text } = await call(2, 'GET');
    expect([status, text]).toEqual([403, expect.stringContaining('service.forbidden')]);
    expect(text).toContain('parcels.show');
    expect(records).toMatchObject([{ status: 403, userId: 2, route: 'parcels.show' }]);
    expect(reports).toMatchObject([{ direction: 'Inbound', status: 403, route: 'parcels.show' }]);
    await call(1, 'GET');
    expect(languagesUsed).toEqual(['de', 'de']);
  });

  it('does not report configured success statuses', async () => {
    const { call, records, reports } = await groupApp([200, 403]);
    expect((await call(2, 'GET')).status).toBe(403);
    expect([records.length, reports]).toEqual([1, []]);
  });

  it('accepts a permission shared by several routes', async () => {
    const { call } = await groupApp();
    expect((await call(1, 'PUT')).status).toBe(200);
    expect((await call(2, 'PUT')).status).toBe(403);
  });

  it('logs a HEAD request once', async () => {
    const { call, records } = await groupApp();
    expect((await call(1, 'HEAD')).status).toBe(200);
    expect(records).toMatchObject([{ method: 'HEAD', status: 200, userId: 1 }]);
    expect(records).toHaveLength(1);
  });

  it.each([
    [{}, /GET \/x belongs to the group core-api. Give it a config.name/],
    [{ name: 'x', access: 'signed-in' as const }, /no config.access/],
  ])('refuses a route of the configuration %j', async (config, message) => {
    const { app } = await groupApp();
    await app.close();
    const other: FastifyInstance = fastify();
    await other.register(errorHandling);
    await other.register(accessRules);
    await other.register(guard, { ...languages, authenticate: async () => null, baseUrl: '' });
    const register = async (scope: FastifyInstance) => {
      const log = { add: () => undefined };
      const failures = { report: () => undefined };
      const calls = { log, failures, mask: createMask(), successStatuses: [200], debug: null };
      await scope.register(coreApiGroup, { ...languages, calls });
      scope.get('/x', { config }, async () => 'ok');
    };
    await expect(other.register(register)).rejects.toThrow(message);
  });
});

describe('Calls made during a request', () => {
  it.each([
    ['of the group', 1, 'POST', '/parcels', { userId: 1, route: 'parcels.store' }],
    ['outside the group', 1, 'POST', '/unrelated', { userId: 1, route: 'unrelated' }],
    ['that is public', null, 'GET', '/open', { userId: null, route: 'open' }],
  ] as const)('logs %s with its user and route', async (_name, user, method, path, caller) => {
    const { app, records } = await groupApp();
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    // Large enough for several chunks, each with the context of the socket.
    const body = method === 'POST' ? JSON.stringify({ text: 'x'.repeat(500_000) }) : null;
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(user !== null && { 'x-user': `${user}` }),
    };
    const { status } = await fetch(`${address}${path}`, { method, headers, body });
    await app.close();
    expect(status).toBe(200);
    expect(records.filter(({ direction }) => direction === 'Outbound')).toMatchObject([caller]);
  });
});
