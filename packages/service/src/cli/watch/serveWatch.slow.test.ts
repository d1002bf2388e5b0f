import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '@rowhouse/embedded-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCommand } from '../../testing/runCommand.ts';

const root = new URL('../../../../..', import.meta.url).pathname;

const application = `
import { defineModule, defineService } from '@rowhouse/service';
import { greeting } from './office/greeting.ts';

const routes = (app) =>
  app.get('/api/greeting', { config: { name: 'greeting', access: 'public' } }, async () => ({ greeting }));

export default defineService({ modules: [defineModule({ name: 'office', routes })] });
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'test-output', 'watched-'));
  await writeFile(join(folder, 'rowhouse.config.ts'), application);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const greet = (code: string) => writeFile(join(folder, 'office/greeting.ts'), code);

it('serve --watch restarts after a change, waits after a fault, and keeps its database until the end', async () => {
  await mkdir(join(folder, 'office'));
  await greet("export const greeting: string = 'one';");
  const port = String(await freePort());
  const child = startCommand(
    {
      ROWHOUSE_APP: join(folder, 'rowhouse.config.ts'),
      ROWHOUSE_DATA_DIR: join(folder, 'data'),
      ROWHOUSE_PORT: port,
    },
    { args: ['serve', '--watch'], folder },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const greeting = async () => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/greeting`);

      return ((await response.json()) as { greeting: string }).greeting;
    } catch {
      return null;
    }
  };
  const cluster = () => /Database +(\S+)/.exec(output)?.[1] as string;
  const database = async () => (await readFile(join(cluster(), 'postmaster.pid'), 'utf8')).split('\n')[0];

  try {
    await expect.poll(() => output, { timeout: 120_000 }).toContain('Ctrl+C');
    expect(output).toMatch(/with password \w{24}/);
    expect(await greeting()).toBe('one');
    const server = await database();

    await greet("export const greeting: string = 'two';");
    await expect.poll(greeting, { timeout: 60_000 }).toBe('two');
    await expect
      .poll(() => output)
      .toMatch(/office\/greeting\.ts has changed\.\n[\s\S]*Restarted in \d+\.\d s\.\n/);
    // The message with the addresses is printed once.
    expect(output.match(/Ctrl\+C/g)).toHaveLength(1);

    await greet('export const greeting: string = ;');
    await expect.poll(() => output, { timeout: 60_000 }).toContain('It starts again after the next change.');
    expect(output).toMatch(/greeting\.ts/);
    expect(await greeting()).toBeNull();

    // In a folder that did not exist.
    await mkdir(join(folder, 'texts/short'), { recursive: true });
    await writeFile(join(folder, 'texts/short/three.ts'), "export const three = 'three';");
    await greet("export { three as greeting } from '../texts/short/three.ts';");
    await expect.poll(greeting, { timeout: 60_000 }).toBe('three');
    await writeFile(join(folder, 'texts/short/three.ts'), "export const three = 'four';");
    await expect.poll(greeting, { timeout: 60_000 }).toBe('four');

    expect(await database()).toBe(server);
    child.kill('SIGTERM');
    expect(await ended, output).toBe(0);
    expect(output).not.toContain('Warning');
    await expect(database()).rejects.toThrow('ENOENT');
  } finally {
    child.kill('SIGKILL');
    // As root, it is in another folder.
    if (output !== '') await rm(dirname(cluster()), { recursive: true, force: true });
  }
});
