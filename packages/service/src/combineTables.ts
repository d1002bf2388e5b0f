import { createTables, TableError, type Tables, type TablesOptions } from '@rowhouse/tables';
import { isAway } from './databases/index.ts';
import type { LiveTables } from './liveTables.ts';
import type { TableSet } from './tableSets.ts';

/**
 * All sets as one, with those that are added later. `options` and `runtime` are those of the service's own database.
 */
export function combineTables(live: LiveTables, shared: Partial<TablesOptions> = {}): Tables {
  const opened = (set: TableSet) => createTables({ ...set.options, ...shared });
  const [own, ...others] = live.current.sets.map(opened);
  if (own === undefined) throw new Error('No tables are defined.');
  const homes = new Map<string, Tables>();
  const add = (tables: Tables) => {
    for (const { id } of tables.all()) homes.set(id, tables);
  };
  for (const tables of [own, ...others]) add(tables);
  live.onAdd(async (sets) => {
    for (const set of sets) add(opened(set));
  });
  const all = () => [...new Set([own, ...homes.values()])];
  const home = (id: string): Tables => {
    const found = homes.get(id);
    if (found === undefined && isAway(live.current.away, id)) {
      throw new TableError(
        'tables.database_unavailable',
        `The database of the table "${id}" is not available. Try again later.`,
      );
    }

    // An unknown one is refused by the first.
    return found ?? own;
  };

  return {
    options: own.options,
    runtime: own.runtime,
    all: () => all().flatMap((tables) => tables.all()),
    get: (id) => home(id).get(id),
    init: async (id, ...rest) => home(id).init(id, ...rest),
    request: (id, ...rest) => home(id).request(id, ...rest),
    data: async (id, ...rest) => home(id).data(id, ...rest),
    exportRows: async (id, ...rest) => home(id).exportRows(id, ...rest),
    runAction: async (id, ...rest) => home(id).runAction(id, ...rest),
  };
}
