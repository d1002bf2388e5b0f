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
import { type RoleEntry, type UsersOptions, users } from './modules/users/index.ts';
import { views } from './modules/views/index.ts';

/** The definition of an application. Every key is optional. */
export interface ServiceDefinition {
  /** Name of the application in the browser's title, the menu and on the sign-in page: at most 40 characters, `Rowhouse` by default. */
  readonly name?: string;
  /** Logo, colours and sign-in text of the pages. */
  readonly branding?: BrandingOptions;
  /** Languages that users may choose, such as `['en', 'de']`. The configuration's `languages` overrides them. */
  readonly languages?: readonly string[];
  /** Modules of the application, opened in this order, after the built-in ones. */
  readonly modules?: readonly Module[];
  /**
   * Existing databases whose tables are served read-only, by name. The name is the prefix of the table ids: `shop.orders` for
   * `shop`. The service's own data stays in its own database.
   */
  readonly databases?: Readonly<Record<string, DatabaseSettings>>;
  /**
   * Folder of JSON templates that need no definition: each names its table in `source`. Relative to rowhouse.config.ts; for a
   * service created in code, to the working directory.
   */
  readonly tables?: string;
  /**
   * Configuration values, with the keys of rowhouse.config.json, which overrides them: `{ languages: ['en', 'de'] }`. Keep
   * secrets in environment variables.
   */
  readonly config?: object;
  /**
   * Roles by name with their initial permissions: `{ clerk: ['orders.*', 'rooms.init'] }`. A permission is granted once, when
   * the role or the permission is new, so that changes by administrators persist.
   */
  readonly roles?: Readonly<Record<string, RoleEntry>>;
}

/** The compiler requires every key here. */
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

/** A service that is composed, but not started. */
export interface Service {
  /** The built-in modules, then the application's. */
  readonly modules: readonly Module[];
  readonly roles: Readonly<Record<string, RoleEntry>>;
  /** Sections of the configuration: the service's own and those of modules. */
  readonly sections: readonly Section[];
  /** The modules of the application. */
  readonly applicationModules: readonly Module[];
  /** Served databases, by name. */
  readonly databases: Readonly<Record<string, DatabaseSettings>>;
  /** Template folder; null for none. */
  readonly templates: string | null;
  /** All migrations by name, in the order in which they run. */
  readonly migrations: MigrationPlan['migrations'];
  /** Runs pending migrations and returns their names. */
  migrate(db: Kysely<Database>): Promise<string[]>;
  /** For read-only commands. @throws StartError if migrations are pending. */
  requireMigrated(db: Kysely<Database>): Promise<void>;
  /** Null if the application sets neither `name` nor `branding`. */
  readonly looks: Branding | null;
  /** Translations by the application's modules: language → English text → translated text. */
  readonly applicationTexts: Readonly<Record<string, Dictionary>>;
  /** The notification types of all modules. */
  readonly notificationTypes: NotificationTypes;
  /** Uses the texts of all modules; later modules override earlier ones. */
  readonly translate: Translate;
  /** Options for the modules' tables on the service's own database; `tableSets` adds other databases. */
  tablesOptions(parts: {
    readonly db: Kysely<Database>;
    readonly config: Pick<Config, 'tables' | 'environment'>;
  }): TablesOptions;
}

/** Returns the definition unchanged; for type checking. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition;
}

/** The configuration values of a definition, for `loadConfig`. */
export function configuredBy({ languages, config = {} }: ServiceDefinition): object {
  return languages === undefined ? config : { ...config, languages: [...languages] };
}

/**
 * Composes the built-in modules with those of an application.
 *
 * @throws StartError for invalid names and conflicting modules.
 */
export function createService(
  definition: ServiceDefinition = {},
  options: NotificationsOptions & UsersOptions = {},
): Service {
  // Each after the modules whose part of the context its `open` uses.
  const builtIn = [avatars, users(options), notifications(options), tableJobs, apiCalls, views];
  checkDefinition(definition, { keys: serviceKeys, builtIn });
  const { modules: added = [] } = definition;
  const modules = [...builtIn, ...added];
  const looks = readBranding(definition);
  const sections = [...builtInSections, ...modules.flatMap(({ config }) => config ?? [])];
  refuseCollisions(sections);
  const plan: MigrationPlan = {
    migrations: Object.fromEntries([...builtInMigrations(builtIn), ...migrationsOf(added)]),
    tables: builtInTables,
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

/** Tables of the built-in modules. Not the log of API calls, which may be an older one that is upgraded later. */
const builtInTables = [
  'users',
  'roles',
  'permissions',
  'role_permissions',
  'sessions',
  'accounts',
  'verifications',
  'api_keys',
  'table_jobs',
  'notifications',
  'notification_preferences',
  'avatars',
  'avatar_files',
  'sign_in_attempts',
];

type Named = readonly [name: string, migration: NonNullable<Module['migrations']>[string]];

/** Numbered across modules, without a module prefix, as in the first releases. */
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
