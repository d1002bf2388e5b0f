import { namedRoutes } from '@rowhouse/tables/fastify';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { accessRules } from './accessRules.ts';

async function app() {
  const instance = fastify();
  await instance.register(namedRoutes);
  await instance.register(accessRules);
  return instance;
}

function user(permissions: readonly string[], state: { isActive?: boolean; isImpersonated?: boolean } = {}) {
  const role = { id: 1, name: 'user', label: 'User', isAdministrator: false, isSuperior: false };

  return { isActive: true, isImpersonated: false, ...state, role, permissions: new Set(permissions) };
}

describe('Routes', () => {
  it('prevents the start for routes that do not declare their access', async () => {
    const instance = await app();
    instance.get('/open', { config: { access: 'public' } }, async () => 'ok');
    instance.get('/forgotten', async () => 'ok');
    await expect(instance.ready()).rejects.toThrow(/do not declare who may call them[\s\S]*GET \/forgotten/);
  });

  it('prevents the start for misspelt words in their config, which would change who may call them', async () => {
    const instance = await app();
    const add = (url: string, config: object) => instance.get(url, { config }, async () => 'ok');
    add('/a', { name: 'a', access: 'pubilc' });
    add('/b', { access: 'everyone' });
    add('/c', { name: 'c', acess: 'signed-in' });
    add('/d', { name: 'd', refusesImpersonater: true, permision: 'x' });
    add('/e', { name: 'e', refusesImpersonator: 'yes', permission: '' });
    add('/f', { name: 'f', access: 'signed-in', rateLimit: { max: 1 }, permission: undefined, open: false });
    const { message } = await Promise.resolve(instance.ready()).then(
      () => new Error('It started.'),
      (error: Error) => error,
    );
    expect(message.split('\n').slice(1)).toEqual([
      '  - GET /a: access is "pubilc". Did you mean "public"?',
      '  - GET /b: access is "everyone". Write "public" or "signed-in"; or leave it out, and config.name is the required permission.',
      '  - GET /c: acess is not known. Did you mean "access"?',
      '  - GET /d: refusesImpersonater is not known. Did you mean "refusesImpersonator"?',
      '  - GET /d: permision is not known. Did you mean "permission"?',
      '  - GET /e: refusesImpersonator is "yes". Write true or false.',
      '  - GET /e: permission is "". Write the name of a route.',
    ]);
  });

  it('require the permission of their name by default', async () => {
    const instance = await app();
    instance.get('/orders', { config: { name: 'orders.index' } }, async () => 'ok');
    instance.get('/me', { config: { name: 'core.me', access: 'signed-in' } }, async () => 'ok');
    await instance.ready();
    expect(instance.permissionNames()).toEqual(['orders.index']);
    expect(instance.namedRoutes.find('core.me')?.path).toBe('/me');
  });

  it('may share a permission with another name', async () => {
    const instance = await app();
    const permission = 'calls.index';
    instance.get('/calls', { config: { name: 'calls.list', permission } }, async () => 'ok');
    instance.get('/calls/:call', { config: { name: 'calls.show', permission } }, async () => 'ok');
    instance.get('/orders', { config: { name: 'orders.index' } }, async () => 'ok');
    await instance.ready();
    expect(instance.permissionNames()).toEqual(['calls.index', 'orders.index']);
    const caller = user(['calls.index']);
    expect(instance.mayCall(caller, 'calls.show')).toBe(true);
    expect(instance.mayCall(caller, 'orders.index')).toBe(false);
    expect(instance.mayCall(user(['no.such']), 'no.such')).toBe(true);
  });

  it('can be checked before a call, forms also for the route they submit to', async () => {
    const instance = await app();
    instance.get('/open', { config: { name: 'open', access: 'public' } }, async () => 'ok');
    instance.get('/me', { config: { name: 'me', access: 'signed-in' } }, async () => 'ok');
    instance.get('/create', { config: { name: 'create', submitsTo: 'store' } }, async () => 'ok');
    instance.post('/', { config: { name: 'store', refusesImpersonator: true } }, async () => 'ok');
    await instance.ready();
    const names = ['open', 'me', 'create', 'store'];
    const called = (caller: ReturnType<typeof user> | null) =>
      names.filter((name) => instance.mayCall(caller, name));
    const opened = (caller: ReturnType<typeof user>) =>
      names.filter((name) => instance.mayOpen(caller, name));
    expect(called(null)).toEqual(['open']);
    expect(called(user([], { isActive: false }))).toEqual(['open']);
    expect(called(user([]))).toEqual(['open', 'me']);
    expect(opened(user(['create']))).toEqual(['open', 'me']);
    expect(opened(user(['create', 'store']))).toEqual(names);
    expect(opened(user(['create', 'store'], { isImpersonated: true }))).toEqual(['open', 'me']);
  });
});
