import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const module = JSON.stringify(new URL('./imageProcess.ts', import.meta.url).href);
const endless = { time: 'for (;;);', memory: 'for (const all = []; ; ) all.push(Buffer.alloc(1e6, 1));' };

test.each([
  ['time', endless.time, { seconds: 0.3, megabytes: 4000 }],
  ['memory', endless.memory, { seconds: 600, megabytes: 256 }],
])('ends a program that never returns to its event loop by %s', async (_, code, limits) => {
  const program = `import { limitProcess } from ${module}; await limitProcess(${JSON.stringify(limits)}); ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });

  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
});
