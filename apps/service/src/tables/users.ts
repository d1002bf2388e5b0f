import { defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { Database } from '../database/Database.ts';
import template from './users.json' with { type: 'json' };

/** The people who may sign in. */
export const users = defineTable({
  template,
  source: 'apps/service/src/tables/users.json',
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('users')
      .leftJoin('roles', 'roles.id', 'users.role_id')
      .select([
        'users.id as dtRowId',
        'users.name',
        'users.email',
        'roles.label as role',
        'users.is_active',
        'users.created_at',
      ]),
});
