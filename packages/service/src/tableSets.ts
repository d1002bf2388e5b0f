import { resolve } from 'node:path';
import type { TableDefinition, TablesOptions } from '@rowhouse/tables';
import { type TableSources, tableSources } from '@rowhouse/tables/introspect';
import type { Kysely } from 'kysely';
import { tableId } from './checkDefinition.ts';
import type { Service } from './createService.ts';
import {
  type ConnectedDatabase,
  type FoundDatabase,
  type FoundTable,
  openTemplateFolder,
  type RowLinks,
  rowLinks,
  sourceOf,
  type TemplateFolder,
} from './databases/index.ts';
import type { Config } from './kernel/config/Config.ts';
import type { Database } from './kernel/database/Database.ts';
import { StartError } from './kernel/errors.ts';

/** Tables on one database. All sets together are all tables that the service has. */
export interface TableSet {
  /** Name of the served database; null for the service's own. */
  readonly database: string | null;
  /** Who says which they are: modules, a folder of templates, or the catalogue of the database. */
  readonly from: 'modules' | 'templates' | 'catalogue';
  readonly options: TablesOptions;
}

export interface ServedTables {
  readonly sets: readonly TableSet[];
  /** Beginnings of ids of tables that are not known, by the database that is not available. */
  readonly unavailable: ReadonlyMap<string, readonly string[]>;
  /** Where rows lead to, by the id of their table. */
  readonly links: ReadonlyMap<string, RowLinks>;
}

export type Templates = TemplateFolder;

export interface TableSetParts {
  readonly db: Kysely<Database>;
  readonly config: Pick<Config, 'tables' | 'environment'>;
  readonly databases?: readonly ConnectedDatabase[];
  /** Those of `readTemplates`; null for none. */
  readonly templates?: Templates | null;
}

/** The tables of the service's folder of templates; null where it has none. */
export async function readTemplates(
  service: Service,
  { db, config, found }: Pick<TableSetParts, 'db' | 'config'> & { readonly found: readonly FoundDatabase[] },
): Promise<Templates | null> {
  if (service.templates === null) return null;
  const own = await tableSources({ db });

  return openTemplateFolder({
    folder: resolve(service.templates),
    sources: new Map<string | null, TableSources | 'unavailable'>([
      [null, own],
      ...found.map(({ name, sources }) => [name, sources ?? ('unavailable' as const)] as const),
    ]),
    config: config.tables,
    enums: Object.keys(service.tablesOptions({ db, config }).enums ?? {}),
  });
}

/**
 * Which tables there are, and on which database. Those of modules, and of a folder of templates, are on the database that
 * their template's `source` names, and take the place of the table that was found there.
 */
export function tableSets(service: Service, parts: TableSetParts): ServedTables {
  const { db, config, databases = [], templates = null } = parts;
  const own = service.tablesOptions({ db, config });
  const homes = [{ name: null, db, tables: [], fault: null }, ...databases];
  refuseUnserved(own.definitions, homes);
  const sets = homes.flatMap(({ name, db: home, tables: found, fault }): TableSet[] => {
    const ofModules = own.definitions.filter((definition) => databaseOf(definition) === name);
    const ofTemplates = templates?.tables.get(name) ?? [];
    const written = [...ofModules, ...ofTemplates];
    // Nothing can be checked on a database that is not available.
    const options = { ...own, db: home, development: own.development && fault === null };
    const refresh = templates && own.development && (() => templates.current().get(name) ?? []);

    return [
      { database: name, from: 'modules', options: { ...options, definitions: ofModules } },
      {
        database: name,
        from: 'templates',
        options: { ...options, definitions: ofTemplates, ...(refresh && { refresh }) },
      },
      {
        database: name,
        from: 'catalogue',
        options: {
          ...options,
          definitions: found
            .filter((table) => !written.some((definition) => standsFor(definition, table)))
            .map(({ definition }) => definition),
          // Made from the catalogue a moment ago: nothing is left to check.
          development: false,
        },
      },
    ];
  });
  // An empty one has no routes; the first refuses what is not known.
  const filled = sets.filter(({ options }, index) => index === 0 || options.definitions.length > 0);
  refuseClashes(filled);
  const unavailable = databases
    .filter(({ fault }) => fault !== null)
    .map(({ name }) => [name, [name, ...(templates?.unavailable.get(name) ?? [])]] as const);

  const links = databases.flatMap(({ name, tables }) => [
    ...rowLinks(
      tables,
      filled.filter(({ database }) => database === name).flatMap(({ options }) => options.definitions),
      // How a definition by hand identifies its rows is not known.
      (definition, table) =>
        own.definitions.includes(definition)
          ? tableId(definition) === table.id
          : standsFor(definition, table),
    ),
  ]);

  return { sets: filled, unavailable: new Map(unavailable), links: new Map(links) };
}

function databaseOf({ template }: Pick<TableDefinition, 'template'>): string | null {
  return sourceOf(template)?.database ?? null;
}

/** Whether a definition on the same database stands for a found table: by its id, or by the source that it names. */
function standsFor({ template }: TableDefinition, { id, schema, name }: FoundTable): boolean {
  const table = sourceOf(template)?.table;
  // The id names the schema only where queries have to.
  const isVisible = id.split('.').length === 2;

  return tableId({ template }) === id || table === `${schema}.${name}` || (isVisible && table === name);
}

function refuseUnserved(
  definitions: readonly TableDefinition[],
  homes: readonly { readonly name: string | null }[],
): void {
  for (const definition of definitions) {
    const database = databaseOf(definition);
    if (homes.some(({ name }) => name === database)) continue;
    throw new StartError(
      `The table "${tableId(definition)}" has its source in the database "${database}", which is not served. Add it under ` +
        '`databases`, or name it by --database.',
    );
  }
}

/** Within a set, the engine refuses them. */
function refuseClashes(sets: readonly TableSet[]): void {
  const owners = new Map<string, TableSet>();
  for (const set of sets) {
    for (const id of set.options.definitions.map(tableId)) {
      const owner = owners.get(id);
      if (owner !== undefined && owner !== set) {
        throw new StartError(
          `Two tables have the id "${id}": one of ${whereOf(owner)}, and one of ${whereOf(set)}. Rename one.`,
        );
      }
      owners.set(id, set);
    }
  }
}

function whereOf({ database, from }: TableSet): string {
  const whose = { modules: 'the modules', templates: 'the templates', catalogue: 'the tables found' }[from];

  return `${whose} on ${database === null ? "the service's own database" : `the database "${database}"`}`;
}
