import type { TablesOptions } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { Config } from '../config/Config.ts';
import type { Database } from '../database/Database.ts';
import { orderStatuses } from '../demo/orderStatuses.ts';
import { tableDefinitions } from './index.ts';

/** The service's tables, the same for processes that serve them and for those that work on their jobs. */
export function tablesOptions({
  db,
  config,
}: {
  readonly db: Kysely<Database>;
  readonly config: Pick<Config, 'tables' | 'environment'>;
}) {
  return {
    db,
    definitions: tableDefinitions,
    config: config.tables,
    development: config.environment === 'development',
    enums: { orderStatuses },
  } satisfies TablesOptions;
}
