import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Extend } from '../kernel/module/Extend.ts';
import { defineModule } from '../kernel/module/Module.ts';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { createService } from './createService.ts';

const extending = (tables: Extend['tables'], name = 'office') => defineModule({ name, extend: { tables } });
const office = extending({
  users: (definition) => ({
    ...definition,
    template: { ...definition.template, name: 'People' },
  }),
  'system.apiLogs': null,
});

describe('A module that extends tables', () => {
  let service: TestService;
  let headers: Record<string, string>;
  beforeAll(async () => {
    service = await startTestService({}, { definition: { modules: [office] } });
    await service.addUser('boss@example.com', 'administrator');
    headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
  });
  afterAll(() => service?.destroy());

  it('changes a table of the service', async () => {
    const { body } = await service.call('/api/users/init', { headers });
    expect(body).toMatchObject({ template: { name: 'People' } });
    const rows = await service.call('/api/users/tableData', { headers });
    expect(rows.body.data).toHaveLength(2);
  });

  it('removes one with its routes and permissions', async () => {
    expect((await service.call('/api/system/apiLogs/init', { headers })).status).toBe(404);
    const { permissions } = (await service.call('/api/core/me', { headers })).body;
    expect(permissions).toContain('users.init');
    expect(permissions).not.toContain('system.apiLogs.init');
  });
});

describe('An extension', () => {
  it.each<[string, Extend['tables'], string]>([
    [
      'of an unknown table',
      { user: null },
      'The module "office" extends the table "user", which no other module has. Did you mean "users"?',
    ],
    [
      'with another id',
      {
        users: (definition) => ({
          ...definition,
          template: { ...definition.template, routePrefix: 'people' },
        }),
      },
      'by a definition with the routePrefix "people". Keep "users"',
    ],
  ])('%s refuses the start', (_, tables, message) => {
    expect(() => createService({ modules: [extending(tables)] })).toThrow(message);
  });

  it('by two modules applies in their order, and a removed table stays removed', () => {
    const names: string[] = [];
    const noting = (name: string) =>
      extending(
        {
          users: (definition) => {
            names.push(name);

            return definition;
          },
        },
        name,
      );
    createService({
      modules: [noting('first'), noting('second'), extending({ users: null }), noting('last')],
    });
    expect(names).toEqual(['first', 'second']);
  });
});
