import type { Kysely } from 'kysely';
import { type Grant, isWhole } from '../../kernel/access/Grant.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { TableJobRow } from './tableJob.ts';

/** As what a job was requested. */
export function grantOf(
  row: Pick<TableJobRow, 'created_by' | 'api_key' | 'api_key_permissions' | 'impersonated_by'>,
): Grant {
  const { created_by: id, api_key: key, api_key_permissions: permissions, impersonated_by } = row;

  return { id, apiKey: key === null ? null : { id: key, permissions }, impersonatedBy: impersonated_by };
}

export function grantColumns({ id, apiKey, impersonatedBy }: Grant) {
  return {
    created_by: id,
    api_key: apiKey?.id ?? null,
    api_key_permissions: apiKey?.permissions ?? null,
    impersonated_by: impersonatedBy,
  };
}

/** The jobs that the caller may see, cancel and download: those that `covers` accepts. */
export function coveredJobs(db: Kysely<Database>, caller: Grant) {
  const { api_key, impersonated_by } = grantColumns(caller);

  return db
    .selectFrom('table_jobs')
    .selectAll()
    .where('created_by', '=', caller.id)
    .$if(!isWhole(caller), (query) =>
      query
        .where('api_key', 'is not distinct from', api_key)
        .where('impersonated_by', 'is not distinct from', impersonated_by),
    );
}
