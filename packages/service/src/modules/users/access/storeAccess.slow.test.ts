import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineModule } from '../../../index.ts';
import { startTestService, type TestService } from '../../../testing.ts';
import type { RoleEntry } from '../index.ts';
import { storeAccess } from './storeAccess.ts';

const garden = defineModule({
  name: 'garden',
  permissions: { 'beds.see': 'See beds', 'beds.water': 'Water beds', 'tools.use': 'Use tools' },
});

const roles: Record<string, RoleEntry> = {
  supervisor: ['beds.*'],
  gardener: { label: 'Head gardener', permissions: ['*'] },
  helper: ['beds.water'],
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ modules: [garden], roles });
});
afterAll(() => service?.stop());

async function permissionsOf(role: string): Promise<string[]> {
  const rows = await service.db
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_id')
    .innerJoin('permissions', 'permissions.id', 'permission_id')
    .select('permissions.name')
    .where('roles.name', '=', role)
    .orderBy('permissions.name')
    .execute();

  return rows.map(({ name }) => name);
}

async function startAgain(added: readonly string[] = []): Promise<void> {
  const known = await service.db.selectFrom('permissions').select('name').execute();
  await storeAccess(service.db, { permissions: [...known.map(({ name }) => name), ...added], roles });
}

describe('Roles of a definition', () => {
  it('are created, with their permissions', async () => {
    expect(await permissionsOf('supervisor')).toEqual(['beds.see', 'beds.water']);
    expect(await permissionsOf('helper')).toEqual(['beds.water']);
    expect(await permissionsOf('gardener')).toContain('users.init');
    const labels = await service.db
      .selectFrom('roles')
      .select('label')
      .where('id', '>=', 100)
      .orderBy('id')
      .execute();
    expect(labels).toEqual([{ label: 'Head gardener' }, { label: 'Helper' }]);
    const helper = await service.signIn({ role: 'helper' });
    expect((await helper.get('/api/core/me')).status).toBe(200);
  });

  it('keep changes by administrators, and get new permissions', async () => {
    const boss = await service.signIn({ role: 'administrator' });
    const { id } = await service.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'supervisor')
      .executeTakeFirstOrThrow();
    const changed = await boss.put(`/api/roles/${id}/permissions`, {
      permissions: ['beds.see', 'tools.use'],
    });
    expect(changed.status).toBe(200);
    await startAgain();
    expect(await permissionsOf('supervisor')).toEqual(['beds.see', 'tools.use']);
    await startAgain(['beds.dig']);
    expect(await permissionsOf('supervisor')).toEqual(['beds.dig', 'beds.see', 'tools.use']);
  });

  it('prevent the start if they have faults, with all of them', async () => {
    const faulty = { administrator: ['*'], Über: [], helper: ['bed.water', 'desks.*'] };
    await expect(startTestService({ modules: [garden], roles: faulty })).rejects.toThrow(
      /"administrator" has every[\s\S]*"Über" needs a name[\s\S]*has the unknown permission "bed\.water"\. Did you mean "beds\.water"\?[\s\S]*"desks\.\*"/,
    );
  });
});
