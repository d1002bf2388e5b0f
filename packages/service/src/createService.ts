import type { TablesOptions } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { checkDefinition } from './checkDefinition.ts';
import type { DatabaseSettings } from './databases/index.ts';
import { type Branding, type BrandingOptions, readBranding } from './kernel/branding/readBranding.ts';
import { builtInSections, type Config } from './kernel/config/Config.ts';
import type { Section } from './kernel/config/defineSection.ts';
import { refuseCollisions } from './kernel/config/loadConfig.ts';
import type { Database } from './kernel/database/Database.ts';
import { type MigrationPlan, migrate, requireMigrated } from './kernel/database/migrate.ts';
import { createTranslate, type Dictionary, type Translate } from './kernel/language/translate.ts';
import type { Module } from './kernel/Module.ts';
import type { NotificationTypes } from './kernel/Notifier.ts';
import { apiCalls } from './modules/apiCalls/index.ts';
import { avatars } from './modules/avatars/index.ts';
import { type NotificationsOptions, notifications } from './modules/notifications/index.ts';
import { tableJobs } from './modules/tableJobs/index.ts';
import { type RoleEntry, users } from './modules/users/index.ts';
import { moveFromPublic, refuseTablesOfOthers } from './moveFromPublic.ts';

/** What an application adds to the service. */
export interface ServiceDefinition {
  /** What the pages are called: in the browser's title, the menu and on the sign-in page. 40 characters; Rowhouse by default. */
  readonly name?: string;
  /** Logo, colours and a text for the sign-in page. */
  readonly branding?: BrandingOptions;
  /** Languages that users may choose, such as `['en', 'de']`; the configuration's `languages` goes before them. */
  readonly languages?: readonly string[];
  /** In the order in which they are opened, after the built-in ones. */
  readonly modules?: readonly Module[];
  /**
   * Databases that exist already, by a name that begins the ids of their tables: `shop` makes `shop.orders`. All their
   * tables are served, read only. The service's own data stays in its own database.
   */
  readonly databases?: Readonly<Record<string, DatabaseSettings>>;
  /**
   * Folder of JSON templates that need no definition: each names its table by `source`. Relative to the file of the
   * configuration; of a service that is made in code, to the working folder.
   */
  readonly tables?: string;
  /**
   * Values of the configuration, as in rowhouse.config.json, which goes before them: `{ languages: ['en', 'de'] }`.
   * Secrets belong in environment variables.
   */
  readonly config?: object;
  /**
   * Roles by name, with the permissions that they are given when either is new: `{ clerk: ['orders.*', 'rooms.init'] }`. What
   * an administrator has changed stays.
   */
  readonly roles?: Readonly<Record<string, RoleEntry>>;
}

/** The compiler requires a new key here too. */
const serviceKeys: Readonly<Record<keyof ServiceDefinition, true>> = {
  name: true,
  branding: true,
  languages: true,
  modules: true,
  databases: true,
  tables: true,
  config: true,
  roles: true,
};

/** A service that was put together, and not started. */
export interface Service {
  /** The built-in modules, and then the application's. */
  readonly modules: readonly Module[];
  readonly roles: Readonly<Record<string, RoleEntry>>;
  /** Of the configuration: the service's own, and those of the modules. */
  readonly sections: readonly Section[];
  /** Those that the application adds. */
  readonly applicationModules: readonly Module[];
  /** Databases that are served, by name. */
  readonly databases: Readonly<Record<string, DatabaseSettings>>;
  /** Folder of templates; null for none. */
  readonly templates: string | null;
  /** Every change of the tables, in the order in which they are run. */
  readonly migrations: MigrationPlan['migrations'];
  /** Brings the tables of the service and its modules up to date, and returns what was done. */
  migrate(db: Kysely<Database>): Promise<string[]>;
  /** For commands that change nothing: throws while there are migrations to run. */
  requireMigrated(db: Kysely<Database>): Promise<void>;
  /** Null where the application says nothing of its name and looks. */
  readonly looks: Branding | null;
  /** Language → English text → its text, of the modules that the application adds. */
  readonly applicationTexts: Readonly<Record<string, Dictionary>>;
  /** Of all modules. */
  readonly notificationTypes: NotificationTypes;
  /** With the texts of all modules; those of later ones go before those of earlier ones. */
  readonly translate: Translate;
  /** The tables of all modules, on the service's own database; `tableSets` adds those of others. */
  tablesOptions(parts: {
    readonly db: Kysely<Database>;
    readonly config: Pick<Config, 'tables' | 'environment'>;
  }): TablesOptions;
}

/** Checks the types of a service. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition;
}

/** What an application configures by its definition, for `loadConfig`. */
export function configuredBy({ languages, config = {} }: ServiceDefinition): object {
  return languages === undefined ? config : { ...config, languages: [...languages] };
}

/**
 * Puts the built-in modules and those of an application together.
 *
 * @throws StartError for names that are not valid, and for modules that add the same table, migration or enumeration.
 */
export function createService(
  definition: ServiceDefinition = {},
  options: NotificationsOptions = {},
): Service {
  // Each after those whose part of the context it uses when it is opened.
  const builtIn = [avatars, users, notifications(options), tableJobs, apiCalls];
  checkDefinition(definition, { keys: serviceKeys, builtIn });
  const { modules: added = [] } = definition;
  const modules = [...builtIn, ...added];
  const looks = readBranding(definition);
  const sections = [...builtInSections, ...modules.flatMap(({ config }) => config ?? [])];
  refuseCollisions(sections);
  const plan: MigrationPlan = {
    migrations: Object.fromEntries([...builtInMigrations(builtIn), ...migrationsOf(added)]),
    renamed: { '0002_demo': 'shop/0001_demo', '0003_row_counts': 'shop/0002_row_counts' },
    prepare: async (transaction, schema) => {
      await refuseTablesOfOthers(transaction, schema);

      return moveFromPublic(transaction, schema);
    },
  };

  return {
    modules,
    sections,
    roles: definition.roles ?? {},
    applicationModules: added,
    databases: definition.databases ?? {},
    templates: definition.tables ?? null,
    migrations: plan.migrations,
    looks,
    applicationTexts: dictionariesOf(added),
    notificationTypes: Object.assign({}, ...modules.map((module) => module.notifications)),
    translate: createTranslate(dictionariesOf(modules)),
    migrate: (db) => migrate(db, plan),
    requireMigrated: (db) => requireMigrated(db, plan),
    tablesOptions: ({ db, config }) => ({
      db,
      definitions: modules.flatMap(({ tables = [] }) => tables),
      config: config.tables,
      development: config.environment === 'development',
      enums: Object.assign({}, ...modules.map(({ enums }) => enums)),
    }),
  };
}

function dictionariesOf(modules: readonly Module[]): Readonly<Record<string, Dictionary>> {
  const dictionaries: Record<string, Dictionary> = {};
  for (const { locales = {} } of modules) {
    for (const [language, texts] of Object.entries(locales)) {
      dictionaries[language] = { ...dictionaries[language], ...texts };
    }
  }

  return dictionaries;
}

type Named = readonly [name: string, migration: NonNullable<Module['migrations']>[string]];

/** Numbered across modules, in the order in which they were written; their names are those of the first releases. */
function builtInMigrations(modules: readonly Module[]): Named[] {
  return modules
    .flatMap(({ migrations = {} }) => Object.entries(migrations))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function migrationsOf(modules: readonly Module[]): Named[] {
  return modules.flatMap(({ name, migrations = {} }) =>
    Object.entries(migrations).map(([migration, steps]) => [`${name}/${migration}`, steps] as const),
  );
}
