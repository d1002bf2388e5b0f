import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runProgram } from './runProgram.ts';

test('The example in the README runs unchanged', async () => {
  const page = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const { stdout, stderr } = await runProgram('readme', program);

  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^1 POST 401 \{ city: 'Cluj', apiKey: '\S+' \}$/),
    expect.stringMatching(/^2 POST 503 /),
    expect.stringMatching(/^3 POST 201 /),
    "{ awb: 'RO-1024' } after 3 attempts",
  ]);
  expect(stdout).not.toContain('never logged');
});
