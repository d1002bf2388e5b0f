import type { Kysely } from 'kysely';
import { createService, type ServiceDefinition } from '../createService.ts';
import { shop } from '../demo/index.ts';
import type { Database } from '../kernel/database/Database.ts';

/** What tests serve: the demo. */
export const demoDefinition: ServiceDefinition = { modules: [shop] };

export const demoService = createService(demoDefinition);

/** Brings the tables of the service and of the demo up to date. */
export function migrate(db: Kysely<Database>): Promise<string[]> {
  return demoService.migrate(db);
}
