import { createTables, type TableDefinition, type Tables, type TablesOptions } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { Service } from './createService.ts';
import type { ConnectedDatabase } from './databases/index.ts';
import type { Config } from './kernel/config/Config.ts';
import type { Database } from './kernel/database/Database.ts';
import { StartError } from './kernel/StartError.ts';

/** Tables on one database. All sets together are all tables that the service has. */
export interface TableSet {
  /** Name of the served database; null for the service's own. */
  readonly database: string | null;
  readonly options: TablesOptions;
}

export interface TableSetParts {
  readonly db: Kysely<Database>;
  readonly config: Pick<Config, 'tables' | 'environment'>;
  readonly databases?: readonly ConnectedDatabase[];
}

/** Which tables there are, and on which database: those of the modules on the service's own, then the served databases. */
export function tableSets(service: Service, { db, config, databases = [] }: TableSetParts): TableSet[] {
  const own = service.tablesOptions({ db, config });
  const sets: TableSet[] = [
    { database: null, options: own },
    ...databases.map(({ name, db: served, tables }) => ({
      database: name,
      options: {
        ...own,
        db: served,
        definitions: tables.map(({ definition }) => definition),
        // Made from the catalogue a moment ago: nothing is left to hold against it.
        development: false,
      },
    })),
  ];
  refuseClashes(sets);

  return sets;
}

/** All sets as one. `runtime` is that of the service's own database, and `advise` knows its tables only. */
export function combineTables(sets: readonly TableSet[], shared: Partial<TablesOptions> = {}): Tables {
  const [own, ...others] = sets.map(({ options }) => createTables({ ...options, ...shared }));
  if (own === undefined) throw new Error('There is no set of tables.');
  const all = [own, ...others];
  if (others.length === 0) return own;
  const homes = new Map(all.flatMap((tables) => tables.all().map(({ id }) => [id, tables] as const)));
  // An unknown one is refused by the first.
  const home = (id: string) => homes.get(id) ?? own;

  return {
    runtime: own.runtime,
    advise: (options) => own.advise(options),
    all: () => all.flatMap((tables) => tables.all()),
    get: (id) => home(id).get(id),
    init: (id, ...rest) => home(id).init(id, ...rest),
    request: (id, ...rest) => home(id).request(id, ...rest),
    data: (id, ...rest) => home(id).data(id, ...rest),
    exportRows: (id, ...rest) => home(id).exportRows(id, ...rest),
    runAction: (id, ...rest) => home(id).runAction(id, ...rest),
    async check() {
      const checked = await Promise.all(all.map((tables) => tables.check()));

      return new Map(checked.flatMap((faults) => [...faults]));
    },
    async faults() {
      return (await Promise.all(all.map((tables) => tables.faults()))).flat();
    },
  };
}

export function idOf({ template }: TableDefinition): string {
  return String((template as { readonly routePrefix?: unknown }).routePrefix);
}

function refuseClashes(sets: readonly TableSet[]): void {
  const owners = new Map<string, string | null>();
  for (const { database, options } of sets) {
    for (const id of options.definitions.map(idOf)) {
      const owner = owners.get(id);
      if (owner !== undefined && owner !== database) {
        throw new StartError(
          `The table "${id}" is in the database "${database}", and a module has one of that name. Rename the database or ` +
            'the table of the module.',
        );
      }
      owners.set(id, database);
    }
  }
}
