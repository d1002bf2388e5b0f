import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startTestService } from '../../testing/startTestService.ts';

it('A process that stops is not ready first, and closes each connection with a response', async () => {
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
    // It is still there for those who have not learned of it.
    expect(service.app.server.listening).toBe(true);
    expect(await get('/health')).toMatchObject({ status: 200, connection: 'close' });
    await stopped;
    // A load balancer had that long to notice.
    expect(performance.now() - began).toBeGreaterThan(1_900);
    await expect(get('/health')).rejects.toThrow('ECONNREFUSED');
  } finally {
    agent.destroy();
    await service.destroy();
  }
});
