import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopPostmaster } from '@rowhouse/embedded-postgres/internal';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../../definition/createService.ts';
import { openProcess, type RunningService } from '../../process/openProcess.ts';
import { isDatabaseUnavailable } from './databaseErrors.ts';

let folder: string;
let service: RunningService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-unavailable-'));
  await chmod(folder, 0o755);
  const config = createService().readConfig(
    { ROWHOUSE_PORT: '0', ROWHOUSE_DATA_DIR: join(folder, 'data') },
    folder,
  );
  service = await openProcess(config, undefined, {
    logger: pino({ level: 'silent' }),
    serve: {},
    work: {},
  });
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.address}${path}`, { headers });

async function signIn(): Promise<Response> {
  const { email, password } = service.started.firstAdministrator as { email: string; password: string };
  return fetch(`${service.address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
}

describe('While the database is unavailable', () => {
  it('requests get 503, and succeed when it is back', async () => {
    const { token } = (await (await signIn()).json()) as { token: string };
    const bearer = { authorization: `Bearer ${token}` };
    expect((await get('/api/core/me', bearer)).status).toBe(200);
    const { embedded } = service.database;

    // Stopped repeatedly, so that it stays unavailable during the checks.
    let isAway = true;
    const keepAway = (async () => {
      while (isAway) {
        const pid = embedded?.pid();
        if (pid) await stopPostmaster(pid);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    await expect.poll(async () => (await get('/ready')).status, { interval: 20 }).toBe(503);
    for (const response of [
      await get('/api/core/me', bearer),
      await get('/api/core/me', { 'x-api-key': 'rh_x' }),
      await signIn(),
    ]) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      const problem = await response.text();
      expect(problem).toContain('The database is unavailable');
      expect(problem).not.toMatch(/ECONN|127\.0\.0\.1:|select /i);
    }
    expect((await get('/health')).status).toBe(200);
    isAway = false;
    await keepAway;

    await expect.poll(async () => (await get('/ready')).status).toBe(200);
    expect((await get('/api/core/me', bearer)).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });
});

describe('An error', () => {
  it.each([
    [true, Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    [true, Object.assign(new Error('terminating connection'), { code: '57P01' })],
    [true, Object.assign(new Error('broken'), { code: '08006' })],
    [true, new Error('wrapped', { cause: new Error('Connection terminated unexpectedly') })],
    [false, Object.assign(new Error('duplicate key'), { code: '23505' })],
    [false, new Error('anything else')],
    [false, 'no error at all'],
  ])('is classified as database unavailable: %s (%s)', (expected, error) => {
    expect(isDatabaseUnavailable(error)).toBe(expected);
  });
});
