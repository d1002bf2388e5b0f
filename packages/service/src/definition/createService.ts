import type { TablesOptions } from '@rowhouse/tables';
import { postgres } from '@rowhouse/tables-postgres';
import type { Kysely } from 'kysely';
import { permits, type User } from '../kernel/access/User.ts';
import { type Branding, readBranding } from '../kernel/branding/readBranding.ts';
import { type Config, kernelSections } from '../kernel/config/Config.ts';
import type { Section } from '../kernel/config/defineSection.ts';
import { type LoadOptions, loadConfig, refuseCollisions } from '../kernel/config/loadConfig.ts';
import type { Database } from '../kernel/database/Database.ts';
import { type MigrationPlan, migrate, requireMigrated } from '../kernel/database/migrate.ts';
import type { FileStore } from '../kernel/files/FileStore.ts';
import { fieldFileStore, noFieldFiles } from '../kernel/files/fieldFileStore.ts';
import { kernelTexts } from '../kernel/language/kernelTexts.ts';
import { createTranslate, type Dictionary, type Translate } from '../kernel/language/translate.ts';
import type { Module } from '../kernel/module/Module.ts';
import type { NotificationTypes } from '../kernel/module/Notifier.ts';
import { queueFaults } from '../kernel/module/Schedule.ts';
import { apiCalls } from '../modules/apiCalls/index.ts';
import { avatars } from '../modules/avatars/index.ts';
import { type NotificationsOptions, notifications } from '../modules/notifications/index.ts';
import { tableJobs } from '../modules/tableJobs/index.ts';
import { declaredFields, type UsersOptions, users } from '../modules/users/index.ts';
import { views } from '../modules/views/index.ts';
import { checkDefinition, refuse } from './checkDefinition.ts';
import { extendTables } from './extendTables.ts';
import { orderModules } from './orderModules.ts';
import { type DatabaseSettings, type ServiceDefinition, serviceKeys } from './ServiceDefinition.ts';

/** Options of the built-in modules that are no configuration. */
export interface ModuleOptions extends NotificationsOptions, Omit<UsersOptions, 'roles' | 'fields'> {}

/** A service that is composed, but not started. */
export interface Service {
  /** The built-in modules, then the application's. */
  readonly modules: readonly Module[];
  /** Sections of the configuration: the service's own and those of modules. */
  readonly sections: readonly Section[];
  /** Reads the configuration of all sections. */
  readConfig(environment: NodeJS.ProcessEnv, folder: string, options?: LoadOptions): Config;
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
  /** What the modules do after the migrations of a start. @throws StartError if one refuses it. */
  afterMigrate(db: Kysely<Database>): Promise<void>;
  /** @throws StartError if an entry of a module's schedule has a queue that is not configured. */
  checkSchedules(config: Pick<Config, 'queues'>): void;
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
    /** Defaults to none: files of records are neither written nor read. */
    readonly files?: FileStore | undefined;
  }): TablesOptions;
}

/**
 * Composes the built-in modules with those of an application.
 *
 * @throws StartError for invalid names and conflicting modules.
 */
export function createService(definition: ServiceDefinition = {}, options: ModuleOptions = {}): Service {
  // The definition is checked below, with the built-in modules.
  const fields = Array.isArray(definition.modules) ? declaredFields(definition.modules.filter(Boolean)) : [];
  // Each after the modules whose part of the context its `open` uses.
  const builtIn = [
    avatars,
    users({ ...options, fields, ...(definition.roles && { roles: definition.roles }) }),
    notifications(options),
    tableJobs,
    apiCalls,
    views,
  ];
  checkDefinition(definition, { keys: serviceKeys, builtIn });
  const modules = extendTables(orderModules([...builtIn, ...(definition.modules ?? [])]));
  const builtInNames = new Set(builtIn.map(({ name }) => name));
  const added = modules.filter(({ name }) => !builtInNames.has(name));
  const looks = readBranding(definition);
  const sections = [...kernelSections, ...modules.flatMap(({ config }) => config ?? [])];
  refuseCollisions(sections);
  const plan: MigrationPlan = {
    migrations: Object.fromEntries([
      ...builtInMigrations(modules.filter((module) => !added.includes(module))),
      ...migrationsOf(added),
    ]),
    tables: builtInTables,
  };

  const translate = createTranslate(dictionariesOf([{ locales: kernelTexts }, ...modules]));

  return {
    modules,
    sections,
    // The types know the sections of the built-in modules only.
    readConfig: (environment, folder, options) =>
      loadConfig(environment, folder, sections, options) as unknown as Config,
    applicationModules: added,
    databases: definition.databases ?? {},
    templates: definition.tables ?? null,
    migrations: plan.migrations,
    looks,
    applicationTexts: dictionariesOf(added),
    notificationTypes: Object.assign({}, ...modules.map((module) => module.notifications)),
    translate,
    migrate: (db) => migrate(db, plan),
    afterMigrate: async (db) => {
      for (const { lifecycle } of modules) await lifecycle?.afterMigrate?.(db);
    },
    checkSchedules: ({ queues }) => refuse(queueFaults(modules, queues)),
    requireMigrated: (db) => requireMigrated(db, plan),
    tablesOptions: ({ db, config, files }) => ({
      db,
      capabilities: postgres(),
      definitions: modules.flatMap(({ tables = [] }) => tables),
      config: config.tables,
      development: config.environment === 'development',
      enums: Object.assign({}, ...modules.map(({ enums }) => enums)),
      // Everywhere, also in exports of workers, which have no routes.
      hasPermission: (user, permission) => permits(user as User | null, permission),
      changes: { userId },
      files: { userId, store: files ? fieldFileStore(files) : noFieldFiles },
      translate: (user, text, values) => translate((user as User | null)?.language ?? 'en', text, values),
    }),
  };
}

const userId = (user: unknown) => (user as User | null)?.id ?? null;

function dictionariesOf(modules: readonly Pick<Module, 'locales'>[]): Readonly<Record<string, Dictionary>> {
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
