import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import type { Database } from '../kernel/database/Database.ts';
import { runCommand } from '../testing/runCommand.ts';

const root = new URL('../../../..', import.meta.url).pathname;

/** Its buttons: `show` opens the service's page of a row, `edit` a page of the module, the others none. */
const application = `
import { defineModule, defineService } from '@rowhouse/service';
import { defineTable } from '@rowhouse/tables';

const rooms = defineTable({
  template: {
    routePrefix: 'rooms',
    buttons: [
      'create',
      'show',
      'edit',
      { type: 'row', icon: 'key', class: 'is-info', label: 'Keys', action: 'router', fullRoute: 'rooms.edti' },
      { type: 'global', icon: 'users', class: 'is-info', label: 'People', action: 'router', fullRoute: 'users' },
    ],
    columns: [{ label: 'Name', name: 'name', data: 'roles.name' }],
  },
  query: (db) => db.selectFrom('roles').select(['roles.id as dtRowId', 'roles.name']),
});

export default defineService({
  modules: [defineModule({ name: 'office', tables: [rooms], pages: new URL('./pages.ts', import.meta.url) })],
});
`;

const pages = `
import { definePages } from '@rowhouse/service/pages';
import View from './View.vue';

export default definePages({ routes: [{ path: '/rooms/:room/edit', name: 'rooms.edit', component: View }] });
`;

let folder: string;
let database: TestDatabase<Database>;
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'test-output', 'button-pages-'));
  await writeFile(join(folder, 'rowhouse.config.ts'), application);
  await writeFile(join(folder, 'pages.ts'), pages);
  await writeFile(join(folder, 'View.vue'), '<template>Room</template>');
  database = await createTestDatabase('postgres');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database?.destroy();
});

const rowhouse = (...args: string[]) =>
  runCommand(
    {
      ROWHOUSE_APP: join(folder, 'rowhouse.config.ts'),
      DATABASE_URL: database.url ?? '',
      ROWHOUSE_DATA_DIR: join(folder, 'data'),
      ROWHOUSE_PORT: '0',
    },
    { args, folder },
  ).ended;

it('tables:check and a start in development report buttons that open no page', async () => {
  expect(await rowhouse('migrate')).toMatchObject({ status: 0 });
  const checked = await rowhouse('tables:check', '--json');
  expect(checked.status, checked.errors).toBe(1);
  expect(JSON.parse(checked.output).checked).toContainEqual({
    table: 'rooms',
    source: 'of table "rooms"',
    faults: [
      {
        path: 'buttons[0]',
        code: 'unknown_route',
        problem: 'The button "create" opens the page "rooms.create", and no page has this name.',
        remedy: 'Add a page with this name, or remove the button.',
      },
      {
        path: 'buttons[3].fullRoute',
        code: 'unknown_route',
        problem: 'The button "Keys" opens the page "rooms.edti", and no page has this name.',
        remedy:
          'Write "rooms.edit" as `fullRoute` if that is meant. Add a page with this name, or remove the button.',
        suggestion: 'rooms.edit',
      },
    ],
  });

  const started = await rowhouse('serve');
  expect(started.status).toBe(1);
  expect(started.errors).toContain('opens the page "rooms.create", and no page has this name.');
});
