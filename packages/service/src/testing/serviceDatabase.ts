import {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from '../../../../test/databases.ts';
import { type Database, withSearchPath } from '../kernel/database/Database.ts';

/** An empty PostgreSQL database, with connections as the service opens them. */
export function createServiceDatabase(
  options: Omit<TestDatabaseOptions, 'address'> = {},
): Promise<TestDatabase<Database>> {
  const address = (url: string) => withSearchPath(url, 'rowhouse');

  return createTestDatabase<Database>('postgres', { ...options, address });
}
