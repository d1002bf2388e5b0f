import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** 18 digits fit into 64 bits. */
export const jobParams = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,18}$', description: 'a whole number' }),
});

/** Throws `service.not_found` for a job of somebody else as for one that never was. */
export async function findOwnJob(
  db: Kysely<Database>,
  kind: TableJobRow['kind'],
  id: string,
  user: User,
): Promise<TableJobRow> {
  const row = await db
    .selectFrom('table_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('created_by', '=', user.id)
    .executeTakeFirst();
  if (row === undefined) {
    const what = kind === 'export' ? 'export' : 'action in the background';
    throw new ServiceError('service.not_found', `You have no ${what} ${id}.`);
  }

  return row;
}
