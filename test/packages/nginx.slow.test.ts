import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openEventStream } from '../../packages/service/src/testing/openEventStream.ts';
import { startTestService, type TestService } from '../../packages/service/src/testing/startTestService.ts';
import { root } from '../../scripts/packages.ts';
import { freePort } from './freePort.ts';

/** The configuration of nginx in the operator's guide, in front of a service. */
const guide = 'docs/guides/deploying.md';
// Debian has it in a folder that is in the path of root alone.
const program = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0);
if (program === undefined) console.warn(`The nginx configuration of ${guide} is not run: nginx is missing.`);

describe.skipIf(inject('postgresUrl') === '' || program === undefined)(
  'nginx, as the guide sets it up,',
  () => {
    let service: TestService;
    let folder: string;
    let nginx: ChildProcess;
    let port: number;
    beforeAll(async () => {
      service = await startTestService({ ROWHOUSE_TRUST_PROXY: '1' });
      folder = await mkdtemp(join(tmpdir(), 'rowhouse-nginx-'));
      port = await freePort();
      await writeFile(join(folder, 'rowhouse.conf'), withoutTls(await readGuide(), port, service.address));
      await writeFile(
        join(folder, 'nginx.conf'),
        `daemon off; pid ${folder}/pid; error_log stderr; events {}
       http {
         access_log off; include ${folder}/rowhouse.conf;
         client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
         uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       }`,
      );
      nginx = spawn(program ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
      await vi.waitFor(() => get('/health'), { timeout: 60_000 });
    });
    afterAll(async () => {
      nginx?.kill();
      if (nginx?.exitCode === null) await once(nginx, 'exit');
      await service?.destroy();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    /** Sends the path as it is: fetch would write some of them differently. */
    async function get(path: string, at = port): Promise<{ status: number; server: string; body: string }> {
      const sent = request({ host: '127.0.0.1', port: at, path, agent: false });
      sent.end();
      const [response] = await once(sent, 'response');
      const { server = '' } = response.headers;

      return { status: response.statusCode, server, body: await text(response) };
    }

    it.each([
      '/metrics',
      '/metrics/',
      '/metrics?x=1',
      '//metrics',
      '/%6detrics',
      '/%2fmetrics',
      '/Metrics',
      '/./metrics',
      '/api/../metrics',
    ])('refuses %s', async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, body: expect.stringContaining('<center>nginx') });
    });

    it.each(['/metrics;x', '/metrics%3Fx', '/metrics%20', '/%256detrics', '/metricsx', '/api/metrics'])(
      'shows no measurement at %s, either',
      async (path) => {
        const { status, body } = await get(path);
        expect([status, body.includes('# HELP')]).toEqual([404, false]);
        // There is something to show.
        expect((await get('/metrics', Number(new URL(service.address).port))).body).toContain('# HELP');
      },
    );

    it('forwards events one by one', async () => {
      const id = await service.addUser('ada@example.com');
      const { token } = await service.signIn('ada@example.com');
      const stream = await openEventStream(`http://127.0.0.1:${port}/api/core/notifications/stream`, {
        authorization: `Bearer ${token}`,
      });
      expect(stream.status).toBe(200);
      await expect.poll(() => stream.retry()).not.toBeNull();
      for (const notification of [1, 2]) {
        await service.events.publish(id, { event: 'notification', data: { id: notification } });
        await expect.poll(() => stream.events.at(-1)).toMatchObject({ data: { id: notification } });
      }
      stream.close();
      await stream.ended;
    });
  },
);

async function readGuide(): Promise<string> {
  const page = await readFile(join(root, guide), 'utf8');

  return /^```nginx\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
}

/** As it is, but for the certificate, and the addresses of both sides. */
function withoutTls(configuration: string, port: number, service: string): string {
  const { host } = new URL(service);
  const adapted = configuration
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/server 127\.0\.0\.1:\d+/g, `server ${host}`);
  expect(adapted.match(new RegExp(`server ${host} |listen 127`, 'g'))).toHaveLength(3);

  return adapted;
}
