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

describe('Routes', () => {
  it('that do not say who may call them keep the service from starting', async () => {
    const instance = await app();
    instance.get('/open', { config: { access: 'public' } }, async () => 'ok');
    instance.get('/forgotten', async () => 'ok');
    await expect(instance.ready()).rejects.toThrow(/do not say who may call them[\s\S]*GET \/forgotten/);
  });

  it('need the permission of their name unless they say otherwise', async () => {
    const instance = await app();
    instance.get('/orders', { config: { name: 'orders.index' } }, async () => 'ok');
    instance.get('/me', { config: { name: 'core.me', access: 'signed-in' } }, async () => 'ok');
    await instance.ready();
    expect(instance.permissionNames()).toEqual(['orders.index']);
    expect(instance.namedRoutes.find('core.me')?.path).toBe('/me');
  });

  it('may share a permission, which none of them has to be named after', async () => {
    const instance = await app();
    const permission = 'calls.index';
    instance.get('/calls', { config: { name: 'calls.list', permission } }, async () => 'ok');
    instance.get('/calls/:call', { config: { name: 'calls.show', permission } }, async () => 'ok');
    instance.get('/orders', { config: { name: 'orders.index' } }, async () => 'ok');
    await instance.ready();
    expect(instance.permissionNames()).toEqual(['calls.index', 'orders.index']);
    expect(instance.permissionOf('calls.show')).toBe('calls.index');
    expect(instance.permissionOf('orders.index')).toBe('orders.index');
    expect(instance.permissionOf('no.such')).toBe('no.such');
  });
});
