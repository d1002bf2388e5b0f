import { defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import shopDefinition from '../../../../../apps/demo/rowhouse.config.ts';
import { type Database, defineModule } from '../../index.ts';
import { startTestService, type TestService, type TestUser } from '../../testing.ts';

const rooms = defineTable({
  template: {
    routePrefix: 'rooms',
    name: 'Rooms',
    buttons: [
      'create',
      {
        type: 'global',
        name: 'clean',
        icon: 'broom',
        class: 'is-light',
        label: 'Clean all',
        routeSuffix: 'clean',
      },
    ],
    columns: [{ label: 'Name', name: 'name', data: 'roles.name' }],
  },
  query: (db: Kysely<Database>) => db.selectFrom('roles').select(['roles.id as dtRowId', 'roles.name']),
});

const office = defineModule({
  name: 'frontOffice',
  tables: [rooms],
  locales: { de: { Rooms: 'Räume', 'See rooms of others': 'Räume anderer ansehen' } },
  permissions: {
    'rooms.foreign': 'See rooms of others',
    'desk.open': 'Open the desk',
    'desk.close': { label: 'Close the desk', group: 'Closing' },
  },
  routes: (app) => {
    for (const name of ['rooms.create', 'rooms.clean', 'desk.open']) {
      app.get(`/api/${name}`, { config: { name } }, () => ({}));
    }
  },
});

interface Described {
  readonly name: string;
  readonly label: string;
  readonly group: string;
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { modules: [...(shopDefinition.modules ?? []), office] },
    { config: { languages: ['en', 'de'] } },
  );
});
afterAll(() => service?.stop());

async function permissionsFor(user: TestUser): Promise<ReadonlyMap<string, Described>> {
  const { body } = await user.get<{ all: Described[] }>('/api/roles/2');

  return new Map(body.all.map((permission) => [permission.name, permission]));
}

describe('Permissions', () => {
  it('have a label and a group, by default those of their table', async () => {
    const all = await permissionsFor(await service.signIn({ role: 'administrator' }));
    expect([...all.values()].filter(({ name }) => /^(rooms|desk)\./.test(name))).toEqual([
      { name: 'desk.close', label: 'Close the desk', group: 'Closing' },
      { name: 'desk.open', label: 'Open the desk', group: 'Front office' },
      { name: 'rooms.clean', label: 'Clean all', group: 'Rooms' },
      { name: 'rooms.create', label: 'Create rooms', group: 'Rooms' },
      { name: 'rooms.exportExcel', label: 'Export rooms', group: 'Rooms' },
      { name: 'rooms.foreign', label: 'See rooms of others', group: 'Rooms' },
      { name: 'rooms.init', label: 'See the list of rooms', group: 'Rooms' },
      { name: 'rooms.tableData', label: 'See the list of rooms', group: 'Rooms' },
    ]);
  });

  it('uses the labels of buttons, actions and filters', async () => {
    const all = await permissionsFor(await service.signIn({ role: 'administrator' }));
    const labels = [
      'orders.paid',
      'orders.deliver',
      'orders.show',
      'core.impersonation.start',
      'countries.options',
    ];
    expect(labels.map((name) => all.get(name)?.label)).toEqual([
      'Mark as paid',
      'Mark as delivered',
      'See details of orders',
      'Act as this user',
      expect.stringMatching(/^Filter (cities|orders) by .*country$/),
    ]);
    expect(all.get('system.apiLogs.initTable')).toEqual(
      all.get('system.apiLogs.tableData') && {
        name: 'system.apiLogs.initTable',
        label: 'See the list of API logs',
        group: 'API logs',
      },
    );
  });

  it('all have readable labels', async () => {
    const all = await permissionsFor(await service.signIn({ role: 'administrator' }));
    expect([...all.values()].filter(({ name, label }) => label === name || /[{}]/.test(label))).toEqual([]);
  });

  it('are translated', async () => {
    const all = await permissionsFor(await service.signIn({ role: 'administrator', language: 'de' }));
    expect(all.get('rooms.init')).toEqual({
      name: 'rooms.init',
      label: 'Räume: Liste ansehen',
      group: 'Räume',
    });
    expect(all.get('rooms.foreign')?.label).toBe('Räume anderer ansehen');
    const english = await permissionsFor(await service.signIn({ role: 'administrator' }));
    const same = [...all].filter(([name, { label }]) => label === english.get(name)?.label);
    expect(same.map(([name]) => name)).toEqual(['desk.close', 'desk.open', 'rooms.clean']);
  });

  it('uses the name of a permission of a removed module as its label', async () => {
    await service.db.insertInto('permissions').values({ name: 'garden.water' }).execute();
    const all = await permissionsFor(await service.signIn({ role: 'administrator' }));
    expect(all.get('garden.water')).toEqual({ name: 'garden.water', label: 'garden.water', group: 'Garden' });
  });
});
