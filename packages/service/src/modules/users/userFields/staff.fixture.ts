import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../../kernel/database/Database.ts';
import { defineModule } from '../../../kernel/module/Module.ts';

interface StaffDatabase extends Database {
  departments: { id: number; name: string };
}

const departments = defineTable({
  template: {
    routePrefix: 'departments',
    name: 'Departments',
    columns: [{ label: 'Name', name: 'name', data: 'departments.name', meta: ['searchable', 'sortable'] }],
  },
  query: (db: Kysely<StaffDatabase>) =>
    db.selectFrom('departments').select(['departments.id as dtRowId', 'departments.name']),
});

/** A module with user fields: of each type, one for each use of a profile, one with a permission. */
export const staff = defineModule({
  name: 'staff',
  tables: [departments],
  permissions: { 'staff.salary': 'See and change salaries' },
  enums: { shifts: { early: 'Early', late: 'Late' } },
  migrations: {
    '0001_staff': {
      up: async (db) => {
        await sql`create table departments (id int primary key, name text not null)`.execute(db);
        await sql`insert into departments values (1, 'Kitchen'), (2, 'Bar')`.execute(db);
        await sql`
          alter table users
            add column department_id int references departments,
            add column desk text unique,
            add column shift text not null default 'early',
            add column salary numeric(9, 2),
            add column badge text`.execute(db);
      },
    },
  },
  extend: {
    userFields: {
      department: { label: 'Department', column: 'users.department_id', references: 'departments.id' },
      desk: {
        help: 'Room and number',
        schema: Type.Union([Type.Null(), Type.String({ pattern: '^[A-Z]\\d+$', maxLength: 10 })]),
        profile: 'editable',
      },
      shift: { enum: 'shifts', profile: 'shown' },
      salary: { permission: 'staff.salary', profile: 'shown' },
      badge: { readOnly: true },
    },
  },
});

declare module '../../../kernel/access/User.ts' {
  interface UserFieldValues {
    readonly desk?: string | null;
    readonly shift?: string;
    readonly salary?: string | null;
  }
}
