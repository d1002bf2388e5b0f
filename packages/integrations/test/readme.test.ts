import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('The example in the README runs as it stands', async () => {
  const page = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  // Beside the sources, where the package is found by its name.
  const path = new URL(`./readme-${process.pid}.tmp.ts`, import.meta.url).pathname;
  await writeFile(path, program);
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--conditions=@rowhouse/source',
      path,
    ]);
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^1 POST 401 \{ city: 'Cluj', apiKey: '\S+' \}$/),
      expect.stringMatching(/^2 POST 503 /),
      expect.stringMatching(/^3 POST 201 /),
      "{ awb: 'RO-1024' } after 3 attempts",
    ]);
    expect(stdout).not.toContain('never logged');
  } finally {
    await rm(path);
  }
});
