import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance, type onSendHookHandler } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { expect, it, vi } from 'vitest';
import type { CallRecord } from '../src/CallRecord.ts';
import { apiActionLogger } from '../src/fastify/index.ts';

/** Compresses as @fastify/compress does: by a hook that it adds to each route. */
const compress = fastifyPlugin(async (scope: FastifyInstance) => {
  scope.addHook('onRoute', (route) => {
    const hook: onSendHookHandler = (_request, _reply, payload, done) =>
      done(null, gzipSync(payload as string));
    route.onSend = [...[route.onSend ?? []].flat(), hook] as onSendHookHandler[];
  });
});

it.each(['before', 'after'])(
  'logs the body uncompressed with a compressing plugin registered %s it',
  async (when) => {
    const records: CallRecord[] = [];
    const app = fastify();
    if (when === 'before') await app.register(compress);
    await app.register(apiActionLogger, { log: { add: (record) => void records.push(record) } });
    if (when === 'after') await app.register(compress);
    app.get('/orders', { config: { name: 'orders', apiLog: true } }, async () => ({ orders: [1, 2] }));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    await (await fetch(`${url}/orders`)).arrayBuffer();
    await vi.waitFor(() => expect(records).toHaveLength(1), { timeout: 60_000 });
    await app.close();

    expect(records[0]?.payload.response?.body).toEqual({ orders: [1, 2] });
  },
);
