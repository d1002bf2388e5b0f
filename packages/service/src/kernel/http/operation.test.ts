import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startTestService } from '../../testing/startTestService.ts';

it('reports not ready first when stopping, and closes each connection with a response', async () => {
  const service = await startTestService({ ROWHOUSE_STOP_DELAY: '2' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path: string) =>
    new Promise<{ status?: number; connection?: string; body: string }>((resolve, reject) => {
      request(`${service.address}${path}`, { agent }, async (response) => {
        const { statusCode, headers } = response;
        resolve({ status: statusCode, connection: headers.connection, body: await text(response) });
      })
        .on('error', reject)
        .end();
    });
  try {
    expect(await get('/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });
    const began = performance.now();
    const stopped = service.stop();
    const ready = await get('/ready');
    expect(ready).toMatchObject({ status: 503, connection: 'close' });
    expect(ready.body).toContain('"service.stopping"');
    // It still accepts requests from clients that have not noticed.
    expect(service.app.server.listening).toBe(true);
    expect(await get('/health')).toMatchObject({ status: 200, connection: 'close' });
    await stopped;
    // The delay for load balancers.
    expect(performance.now() - began).toBeGreaterThan(1_900);
    await expect(get('/health')).rejects.toThrow('ECONNREFUSED');
  } finally {
    agent.destroy();
    await service.destroy();
  }
});

it('responds on connections that it accepted before the stop', async () => {
  const service = await startTestService();
  try {
    const { hostname, port } = new URL(service.address);
    const accepted = once(service.app.server, 'connection');
    const socket = connect(Number(port), hostname);
    await accepted;
    const stopped = service.stop();
    // A proxy has chosen this process and may not resend a non-idempotent request elsewhere.
    await expect.poll(() => service.app.server.listening).toBe(false);
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');

    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(response).toMatch(/^connection: close\r$/im);
    expect(response).toContain('{"status":"ok"}');
    await stopped;
  } finally {
    await service.destroy();
  }
});

it('responds on connections that were kept open before the stop, and closes them with the response', async () => {
  const service = await startTestService();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = () =>
    new Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }>(
      (resolve, reject) => {
        const sent = request(
          `${service.address}/api/nothing`,
          { method: 'POST', agent },
          async (response) => {
            await text(response);
            const { statusCode: status, headers } = response;
            resolve({ status, connection: headers.connection, reused: sent.reusedSocket });
          },
        );
        sent.on('error', reject).end('{}');
      },
    );
  try {
    expect(await post()).toMatchObject({ status: 404, connection: 'keep-alive' });
    const stopped = service.stop();
    await expect.poll(() => service.app.server.listening, { interval: 1 }).toBe(false);
    expect(await post()).toEqual({ status: 404, connection: 'close', reused: true });
    await stopped;
  } finally {
    agent.destroy();
    await service.destroy();
  }
});
