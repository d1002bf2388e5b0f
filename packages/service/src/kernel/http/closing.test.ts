import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startTestService } from '../../testing/startTestService.ts';

it('answers requests on connections that it accepted before it began to stop', async () => {
  const service = await startTestService();
  try {
    const { hostname, port } = new URL(service.address);
    const accepted = once(service.app.server, 'connection');
    const socket = connect(Number(port), hostname);
    await accepted;
    const stopped = service.stop();
    // A proxy has chosen this process by then, and may not send a request that changes something to another one.
    await expect.poll(() => service.app.server.listening).toBe(false);
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');

    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('{"status":"ok"}');
    await stopped;
  } finally {
    await service.destroy();
  }
});
