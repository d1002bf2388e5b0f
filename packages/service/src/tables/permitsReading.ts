import type { Tables, TablesOptions } from '@rowhouse/tables';
import { permits, type User } from '../kernel/access/User.ts';
import { derived, type LiveTables } from './liveTables.ts';

/**
 * Who may read which table, for a process without routes: a job that refers to rows of another table sees them only if its user may
 * read that. Other routes are not known here, and were checked when the job was requested.
 */
export function permitsReading(
  live: LiveTables,
  tables: () => Tables,
): NonNullable<TablesOptions['permits']> {
  const names = derived(
    live,
    () =>
      new Set(
        tables()
          .all()
          .map(({ routeNames }) => routeNames.data),
      ),
  );

  return (user, routeName) => !names().has(routeName) || permits(user as User | null, routeName);
}
