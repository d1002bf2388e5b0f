import type { Kysely } from 'kysely';
import { shop } from '../../../../apps/demo/src/index.ts';
import { createService, type ServiceDefinition } from '../createService.ts';
import type { Database } from '../kernel/database/Database.ts';

/** What tests serve: the demo. */
export const demoDefinition: ServiceDefinition = { modules: [shop] };

export const demoService = createService(demoDefinition);

/** Brings the tables of the service and of the demo up to date. */
export function migrate(db: Kysely<Database>): Promise<string[]> {
  return demoService.migrate(db);
}
