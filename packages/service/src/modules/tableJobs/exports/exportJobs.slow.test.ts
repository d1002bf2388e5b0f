import type { TableJob } from '@rowhouse/table-protocol';
import { createTables } from '@rowhouse/tables';
import { type ExportJobsSetup, exportJobsContract } from '@rowhouse/tables/testing';
import { afterAll, beforeAll, it } from 'vitest';
import { seedDemo } from '../../../../../../apps/demo/src/data/seedDemo.ts';
import type { User } from '../../../kernel/access/User.ts';
import { demoService } from '../../../testing/demoService.ts';
import { startTestService, type TestService } from '../../../testing/startTestService.ts';

let service: TestService;
let setup: ExportJobsSetup<User>;
beforeAll(async () => {
  service = await startTestService();
  await seedDemo(service.database.db, { orders: 60 });
  const email = 'boss@example.com';
  const id = await service.addUser(email, 'administrator');
  const headers = { authorization: `Bearer ${(await service.signIn(email)).token}` };
  const known = await service.users.find(id);
  if (known === null) throw new Error('The user does not exist.');
  const settings = { language: 'en', timeZone: 'UTC', ownTimeZone: null };
  setup = {
    jobs: service.context.exportJobs,
    tables: createTables(demoService.tablesOptions({ db: service.database.db, config: service.config })),
    user: { ...known, ...settings, isImpersonated: false, impersonatedBy: null, apiKey: null },
    table: 'orders',
    narrowed: { filters: { orders: { status: [1, 3] } } },
    job: async ({ path }) => (await service.call(path, { headers })).body as unknown as TableJob,
    file: async ({ download }) => {
      const response = await fetch(`${service.address}${download}`, { headers });

      return new Uint8Array(await response.arrayBuffer());
    },
  };
});
afterAll(() => service?.destroy());

it.each(exportJobsContract(() => setup))('$name', ({ run }) => run());
