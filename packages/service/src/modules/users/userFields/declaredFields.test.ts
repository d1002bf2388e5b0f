import { describe, expect, it } from 'vitest';
import { createService } from '../../../definition/createService.ts';
import type { Extend } from '../../../kernel/module/Extend.ts';
import { defineModule } from '../../../kernel/module/Module.ts';
import { declaredFields, fieldFaults } from './declaredFields.ts';

const adding = (name: string, userFields: Extend['userFields'] = {}, tables: Extend['tables'] = {}) =>
  defineModule({ name, extend: { userFields, tables } });

describe('The fields that modules add to users', () => {
  it('are in the order of the modules, each with its column', () => {
    const modules = [
      adding('staff', { desk: {} }),
      adding('hr', { costCentre: { column: 'users.cost_centre' } }),
    ];
    expect(declaredFields(modules)).toMatchObject([
      { module: 'staff', name: 'desk', column: 'desk' },
      { module: 'hr', name: 'costCentre', column: 'cost_centre' },
    ]);
    expect(fieldFaults(modules)).toEqual([]);
  });

  it.each<[string, Parameters<typeof fieldFaults>[0], readonly string[]]>([
    [
      'of two modules',
      [adding('staff', { desk: {} }), adding('hr', { desk: {} })],
      ['"desk"', '"staff" and "hr"'],
    ],
    [
      'of two modules for one column',
      [adding('staff', { desk: {} }), adding('hr', { place: { column: 'users.desk' } })],
      ['"desk"', '"staff" and "hr"'],
    ],
    ['with a name of a column of users', [adding('staff', { email: {} })], ['"email"', '"staff"', '"users"']],
    [
      'with a name of a member of users',
      [adding('staff', { roleId: {} })],
      ['"roleId"', '"staff"', '"users"'],
    ],
    [
      'that writes a column of users',
      [adding('staff', { boss: { column: 'users.role_id' } })],
      ['"boss"', '"role_id"', '"staff"', '"users"'],
    ],
    [
      'that writes another table',
      [adding('staff', { secret: { column: 'accounts.password' } })],
      ['"secret"', '"accounts.password"', '"users.secret"'],
    ],
    ['with an invalid name', [adding('staff', { 'a.b': {} })], ['"a.b"', '"staff"']],
    [
      'while another module removes the table of users',
      [adding('staff', { desk: {} }), adding('office', {}, { users: null })],
      ['"office"', '"users"', '"staff"', '"desk"'],
    ],
  ])('are refused: a field %s', (_, modules, parts) => {
    const faults = fieldFaults(modules).join('\n');
    for (const part of parts) expect(faults).toContain(part);
    expect(() => createService({ modules })).toThrow(faults.split('\n')[0]);
  });

  it('change nothing of a service without any', () => {
    const [plain, other] = [createService(), createService({ modules: [defineModule({ name: 'office' })] })];
    const usersOf = ({ modules }: typeof plain) => modules.find(({ name }) => name === 'users')?.tables;
    expect(usersOf(plain)).toEqual(usersOf(other));
    expect(usersOf(plain)?.[0]).not.toHaveProperty('columnPermissions');
  });
});
