import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { square } from './images.ts';

it('The application in the README runs unchanged', async () => {
  const page = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-readme-'));
  // Beside the sources, where the packages that it names are found.
  const path = new URL(`./readme-${process.pid}.tmp.ts`, import.meta.url).pathname;
  await writeFile(path, program);
  const child = spawn(process.execPath, ['--conditions=@rowhouse/source', path], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  try {
    const [line] = await Promise.race([once(child.stdout, 'data'), closed]);
    const base = String(line).trim();
    expect(base).toMatch(/^http:/);

    const initials = await fetch(`${base}/api/core/avatars/1`);
    expect(initials.headers.get('content-type')).toBe('image/svg+xml');
    expect(await initials.text()).toContain('>AL</text>');

    const form = new FormData();
    form.set('avatar', new File([new Uint8Array(await square('#ff0000'))], 'me.png'));
    const stored = await fetch(`${base}/api/core/avatars`, { method: 'POST', body: form });
    const { url, ...avatar } = (await stored.json()) as Record<string, unknown>;
    expect(avatar).toEqual({ id: 1, user_id: 1, file_id: 2 });
    expect((await fetch(`${base}${url}`)).headers.get('content-type')).toBe('image/webp');
  } finally {
    child.kill('SIGKILL');
    await closed;
    await Promise.all([rm(path), rm(folder, { recursive: true })]);
  }
});
