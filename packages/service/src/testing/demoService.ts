import { tmpdir } from 'node:os';
import type { Kysely } from 'kysely';
import { shop } from '../../../../apps/demo/src/index.ts';
import {
  createTestDatabase,
  type DatabaseTemplate,
  type TestDatabase,
  type TestDatabaseOptions,
} from '../../../../test/databases.ts';
import { createService } from '../definition/createService.ts';
import type { ServiceDefinition } from '../definition/ServiceDefinition.ts';
import { type Database, withSearchPath } from '../kernel/database/Database.ts';
import { openDatabase } from '../kernel/database/openDatabase.ts';
import { openJobs } from '../kernel/jobs/openJobs.ts';

/** The service that tests use by default: the demo. */
export const demoDefinition: ServiceDefinition = { modules: [shop] };

export const demoService = createService(demoDefinition);

/** Runs the migrations of the service and the demo. */
export function migrate(db: Kysely<Database>): Promise<string[]> {
  return demoService.migrate(db);
}

/** A template with the tables and queues of a first start; copying it is faster than creating them. */
export const migratedDatabase: DatabaseTemplate = {
  fill: async (url) => {
    const config = createService().readConfig({ DATABASE_URL: url }, tmpdir());
    const log = () => undefined;
    const database = await openDatabase({ config, use: 'share', log });
    try {
      await migrate(database.db);
      const jobs = await openJobs({ url: database.directUrl, queues: config.queues, works: false, log });
      await jobs.close();
    } finally {
      await database.close();
    }
  },
};

/** An empty PostgreSQL database with the service's search path. */
export function createServiceDatabase(
  options: Omit<TestDatabaseOptions, 'address'> = {},
): Promise<TestDatabase<Database>> {
  const address = (url: string) => withSearchPath(url, 'rowhouse');

  return createTestDatabase<Database>('postgres', { ...options, address });
}
