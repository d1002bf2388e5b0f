import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { ServiceDefinition } from '../../packages/service/src/createService.ts';
import { startTestService, type TestService } from '../../packages/service/src/testing/startTestService.ts';
import { root } from '../../scripts/packages.ts';

let folder: string;
let service: TestService | null = null;
afterAll(async () => {
  await service?.destroy();
  rmSync(folder, { recursive: true, force: true });
});

it('The file in docs/guides/modules.md serves its table as it stands', async () => {
  const guide = readFileSync(join(root, 'docs/guides/modules.md'), 'utf8');
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(guide) ?? [];
  // Below the repository, where its packages are found.
  mkdirSync(join(root, 'test-output'), { recursive: true });
  folder = mkdtempSync(join(root, 'test-output/modules-'));
  writeFileSync(join(folder, 'rowhouse.config.ts'), code);
  const { default: definition } = (await import(join(folder, 'rowhouse.config.ts'))) as {
    default: ServiceDefinition;
  };
  service = await startTestService({}, { definition });
  await service.addUser('boss@example.com', 'administrator');
  const headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
  const { body } = await service.call('/api/rooms/tableData?meta[search]=attic', { headers });
  expect(body.data).toMatchObject([{ name: 'Attic', seats: 4 }]);
});
