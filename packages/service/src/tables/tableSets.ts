import { resolve } from 'node:path';
import type { Replicas, TableDefinition, TablesOptions } from '@rowhouse/tables';
import { type TableSources, tableSources } from '@rowhouse/tables-dev/introspect';
import type { Kysely } from 'kysely';
import { StartError } from '../base/errors.ts';
import { tableId } from '../definition/checkDefinition.ts';
import type { Service } from '../definition/createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import type { Database } from '../kernel/database/Database.ts';
import type { FileStore } from '../kernel/files/FileStore.ts';
import {
  type ConnectedDatabase,
  type DefinedTable,
  type IntrospectedDatabase,
  openTemplateFolder,
  rowLinks,
  sourceOf,
  type TemplateFolder,
} from './databases/index.ts';
import type { RowLinks } from './messages.ts';

/** Tables on one database. All sets together are all tables of the service. */
export interface TableSet {
  /** Name of the served database; null for the service's own. */
  readonly database: string | null;
  /** Origin of the definitions: the service, modules of the application, the template folder or the database catalogue. */
  readonly from: 'service' | 'modules' | 'templates' | 'catalogue';
  readonly options: TablesOptions;
}

export interface TableSets {
  readonly sets: readonly TableSet[];
  /** Name of an unavailable database → prefixes of the ids of its tables. */
  readonly unavailable: ReadonlyMap<string, readonly string[]>;
  /** Links of rows to other tables, by table id. */
  readonly links: ReadonlyMap<string, RowLinks>;
}

/** The name of a database whose tables are replaced when its schema changes; null for sets that stay as they are. */
export function replacedWith({ database, from }: Pick<TableSet, 'database' | 'from'>): string | null {
  return from === 'modules' ? null : database;
}

export type Templates = TemplateFolder;

export interface TableSetOptions {
  readonly db: Kysely<Database>;
  /** The same database for the tables of the application. Defaults to `db`. */
  readonly tablesDb?: Kysely<Database> | undefined;
  readonly config: Pick<Config, 'tables' | 'environment'>;
  /** Where files of records are. Defaults to none. */
  readonly files?: FileStore | undefined;
  /** Standbys of `db`. Defaults to none. */
  readonly replicas?: Replicas | undefined;
  readonly databases?: readonly ConnectedDatabase[];
  /** Result of `readTemplates`; null for none. */
  readonly templates?: Templates | null;
  /** Names of the pages; null, the default, if they are not known. */
  readonly pageNames?: readonly string[] | null;
}

/**
 * The tables of the service's template folder; null without one. Later, of the files that it had at the start: further ones would need
 * routes that Fastify does not accept then.
 */
export async function readTemplates(
  service: Service,
  {
    db,
    config,
    databases,
    atStart,
  }: Pick<TableSetOptions, 'db' | 'config'> & {
    readonly databases: readonly IntrospectedDatabase[];
    readonly atStart?: Templates | null;
  },
): Promise<Templates | null> {
  if (service.templates === null) return null;
  const serviceSources = await tableSources({ db });

  return openTemplateFolder({
    folder: resolve(service.templates),
    files: atStart?.files,
    sources: new Map<string | null, TableSources | 'unavailable'>([
      [null, serviceSources],
      ...databases.map(({ name, sources }) => [name, sources ?? ('unavailable' as const)] as const),
    ]),
    config: config.tables,
    enums: Object.keys(service.tablesOptions({ db, config }).enums ?? {}),
  });
}

/**
 * The tables of the service, by database and origin. Tables of modules and templates belong to the database in their template's
 * `source`, and replace the table found there.
 */
export function tableSets(service: Service, setOptions: TableSetOptions): TableSets {
  const {
    db,
    tablesDb = db,
    config,
    files,
    replicas,
    databases = [],
    templates = null,
    pageNames = null,
  } = setOptions;
  const own = service.tablesOptions({ db, config, files });
  const added = new Set(service.applicationModules.flatMap(({ tables = [] }) => tables));
  // The tables of the service have connections left when others are locked or busy.
  const ofService: TableSet = {
    database: null,
    from: 'service',
    options: {
      ...own,
      ...(replicas && { replicas }),
      ...(pageNames && { clientRoutes: pageNames }),
      definitions: own.definitions.filter((definition) => !added.has(definition)),
    },
  };
  const homes = [{ name: null, db: tablesDb, tables: [], fault: null }, ...databases];
  refuseUnserved(own.definitions, homes);
  const sets = homes.flatMap(({ name, db: home, tables: found, fault }): TableSet[] => {
    const ofModules = own.definitions.filter(
      (definition) => databaseOf(definition) === name && added.has(definition),
    );
    const ofTemplates = templates?.tables.get(name) ?? [];
    const written = [...ofModules, ...ofTemplates];
    // An unavailable database cannot be checked.
    const clientRoutes = pageNames && [...pageNames, ...written.map(pageOfRow)];
    const options = {
      ...own,
      db: home,
      development: own.development && fault === null,
      ...(name === null && replicas && { replicas }),
      ...(clientRoutes && { clientRoutes }),
    };
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
          // Derived from the catalogue, so there is nothing to check.
          development: false,
        },
      },
    ];
  });
  // Drops empty sets, except the first, which refuses unknown names.
  const filled = [ofService, ...sets].filter(
    ({ options }, index) => index === 0 || options.definitions.length > 0,
  );
  refuseClashes(filled);
  const referring = filled.map((set): TableSet => {
    const others = filled.filter((other) => other !== set && other.database === set.database);

    return {
      ...set,
      options: { ...set.options, referenced: others.flatMap(({ options }) => options.definitions) },
    };
  });
  const unavailable = databases
    .filter(({ fault }) => fault !== null)
    .map(({ name }) => [name, [name, ...(templates?.unavailable.get(name) ?? [])]] as const);

  const links = databases.flatMap(({ name, tables }) => [
    ...rowLinks(
      tables,
      filled.filter(({ database }) => database === name).flatMap(({ options }) => options.definitions),
      // It is unknown how a definition in a module identifies its rows.
      (definition, table) =>
        own.definitions.includes(definition)
          ? tableId(definition) === table.id
          : standsFor(definition, table),
    ),
  ]);

  return { sets: referring, unavailable: new Map(unavailable), links: new Map(links) };
}

/** Without a page of this name, the service's page of a row opens. */
function pageOfRow(definition: TableDefinition): string {
  return `${tableId(definition)}.show`;
}

function databaseOf({ template }: Pick<TableDefinition, 'template'>): string | null {
  return sourceOf(template)?.database ?? null;
}

/** Whether a definition represents a found table of the same database, by its id or its source. */
function standsFor({ template }: TableDefinition, { id, schema, name }: DefinedTable): boolean {
  const table = sourceOf(template)?.table;
  // The id contains the schema only if queries have to qualify the table.
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

/** Within a set, the engine refuses duplicate ids. */
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
  const ownerOfSource = {
    service: 'the service',
    modules: 'the modules',
    templates: 'the templates',
    catalogue: 'the tables found',
  }[from];

  return `${ownerOfSource} on ${database === null ? "the service's own database" : `the database "${database}"`}`;
}
