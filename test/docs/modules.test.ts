import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceDefinition } from '../../packages/service/src/createService.ts';
import { startTestService, type TestService } from '../../packages/service/src/testing/startTestService.ts';
import { root } from '../../scripts/packages.ts';

let folder: string;
let service: TestService | null = null;
beforeAll(() => {
  // Below the repository, where its packages are found.
  mkdirSync(join(root, 'test-output'), { recursive: true });
  folder = mkdtempSync(join(root, 'test-output/modules-'));
  writeFileSync(join(folder, 'rowhouse.config.ts'), firstCode('modules'));
});
afterAll(async () => {
  await service?.destroy();
  rmSync(folder, { recursive: true, force: true });
});

function firstCode(guide: string): string {
  const [, code = ''] =
    /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, `docs/guides/${guide}.md`), 'utf8')) ?? [];

  return code;
}

it('The file in docs/guides/modules.md serves its table as it stands', async () => {
  const { default: definition } = (await import(join(folder, 'rowhouse.config.ts'))) as {
    default: ServiceDefinition;
  };
  service = await startTestService({}, { definition });
  await service.addUser('boss@example.com', 'administrator');
  const headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
  const { body } = await service.call('/api/rooms/tableData?meta[search]=attic', { headers });
  expect(body.data).toMatchObject([{ name: 'Attic', seats: 4 }]);
});

it('The tests in docs/guides/testing-your-app.md pass beside that file', async () => {
  writeFileSync(join(folder, 'rooms.test.ts'), firstCode('testing-your-app'));
  const conditions = JSON.stringify(['@rowhouse/source', 'node']);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { resolve: { conditions: ${conditions} }, ssr: { resolve: { conditions: ${conditions} } }, test: { hookTimeout: 120000, testTimeout: 120000 } };`,
  );
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    env: { ...process.env, VITEST: undefined },
  });
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(output).toContain('3 passed');
});
