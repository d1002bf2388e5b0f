import type { TableDefinition, Tables, TablesOptions } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ServiceLogger } from '../../base/ServiceLogger.ts';
import type { PermissionEntry } from '../access/permissionCatalogue.ts';
import type { Config } from '../config/Config.ts';
import type { ConfigOf, Section } from '../config/defineSection.ts';
import type { Database } from '../database/Database.ts';
import type { OpenEventBus } from '../events/EventBus.ts';
import type { FileStore } from '../files/FileStore.ts';
import type { HookCalls } from '../hooks/createHooks.ts';
import type { Hooks } from '../hooks/Hooks.ts';
import type { Jobs } from '../jobs/Jobs.ts';
import type { AnyJobKind } from '../jobs/runJob.ts';
import type { Dictionary, Translate } from '../language/translate.ts';
import type { Extend } from './Extend.ts';
import type { Lifecycle } from './Lifecycle.ts';
import type { ModuleCommand } from './ModuleCommand.ts';
import type { NotificationTypes } from './Notifier.ts';
import type { BuiltInProvides, ModuleProvides, ProvidedBy } from './Provides.ts';
import type { Schedule } from './Schedule.ts';

/**
 * A part of the service. The built-in features are modules too. Only `name` is required.
 *
 *     export const shop = defineModule({
 *       name: 'shop',
 *       tables: [orders],
 *       migrations: { '0001_orders': { up: (db) => db.schema.createTable('orders')… } },
 *       routes: (app, { db }) => {
 *         app.get('/api/orders/summary', { config: { name: 'orders.summary' } }, () => summary(db));
 *       },
 *     });
 */
export interface Module {
  /** Unique. A lower-case letter, then lower-case letters, digits and dashes. */
  readonly name: string;
  /**
   * Names of other modules. They open first, and the functions of this module receive exactly what they provide. Defaults to
   * the built-in modules.
   */
  readonly requires?: readonly string[];
  /** Changes or removes tables of other modules. Their pages are changed by `extend` of `definePages`. */
  readonly extend?: Extend;
  /** Served under `/api`, with their exports and background actions. A table's id (`routePrefix`) is unique in the service. */
  readonly tables?: readonly TableDefinition[];
  /** Enumerations that table templates refer to, by name. */
  readonly enums?: TablesOptions['enums'];
  /**
   * Database migrations by name, run in the order of the object's keys. Each runs once; all pending migrations run in one
   * transaction. A name is unique in its module and never changes after its release.
   */
  readonly migrations?: Readonly<Record<string, Migration>>;
  /**
   * Opens the resources of the module's routes and jobs, once per part of a process (`serve`, `work`). Modules open in the
   * order of the list, each after those that it requires, and close in reverse order.
   */
  readonly open?: (context: Context) => Opened;
  /**
   * Menu entries of tables, by table id. A table without an entry here is listed under its name and links to
   * `/tables/{id}`.
   */
  readonly menu?: Readonly<Record<string, MenuEntry>>;
  /**
   * Types of the notifications that the module sends, by name: `{ 'invoices.overdue': { label: 'Invoices are overdue' } }`.
   * Sending an undeclared type fails: users choose channels by type.
   */
  readonly notifications?: NotificationTypes;
  /**
   * Labels of permissions: name → English label, translated by `locales`. Permissions of tables have default labels. A
   * permission does not need a route; check it with `app.mayCall(user, name)`.
   */
  readonly permissions?: Readonly<Record<string, PermissionEntry>>;
  /**
   * The module's configuration, declared with `defineSection`. Read from environment variables, the configuration file and
   * `defineService({ config })`; its value is typed in `context.config`.
   */
  readonly config?: Section;
  /**
   * Entry file of the module's Vue pages and cells, which `rowhouse build` bundles with the service's own:
   * `new URL('./pages/index.ts', import.meta.url)`, or a path relative to the folder of rowhouse.config.ts. Its default
   * export is the result of `definePages` from `@rowhouse/service/pages`.
   */
  readonly pages?: URL | string;
  /** Translations of titles, messages and notifications: language → English text → translated text. */
  readonly locales?: Readonly<Record<string, Dictionary>>;
  /**
   * Functions called before and after requests, sign-ins, changes of the service's records, actions and exports. `before`
   * refuses the operation by throwing a ServiceError.
   */
  readonly hooks?: Hooks<Context>;
  /**
   * Adds routes. Each route declares who may call it: `config.name` (the permission that the caller's role needs) or
   * `config.access` (`public` or `signed-in`). The service does not start if a route declares neither. `app.metrics` is the
   * registry of `/metrics`, for metrics of the module.
   */
  readonly routes?: (app: FastifyInstance, context: ServeContext) => Promise<void> | void;
  /** Job kinds that workers run. They are retried, fenced and requeued like exports. */
  readonly jobs?: (context: WorkContext) => readonly AnyJobKind[];
  /** Work at certain times, by name: once over all workers. Those of names that are removed later stop. */
  readonly schedule?: Schedule<WorkContext>;
  /**
   * Number of database connections that the module's jobs of these queues use at the same time, in addition to four for
   * all others. Defaults to 0.
   */
  readonly connections?: (config: Config, queues: readonly string[]) => number;
  /** Subcommands of `rowhouse`, by name: one to three words separated by colons, such as `shop:reindex`. */
  readonly commands?: Readonly<Record<string, ModuleCommand<Context>>>;
  readonly lifecycle?: Lifecycle<ServeContext>;
  readonly seed?: Seed;
  /** Starts periodic work of a worker, such as a sweep. Returns a function that stops it after the current step. */
  readonly background?: (context: WorkContext) => () => Promise<void>;
}

export interface MenuEntry {
  /** In English. Defaults to the name in the template. */
  readonly label?: string;
  /** Font Awesome class. Defaults to `fa-table`. */
  readonly icon?: string;
  /** One sentence for the start page, in English. */
  readonly about?: string;
  /** Path of a custom page, instead of `/tables/{id}`; null hides the entry. */
  readonly path?: string | null;
}

/** Example data, for `rowhouse serve --demo` and `rowhouse demo:seed`. */
export interface Seed {
  /** Fills tables before the first request. Resumes an interrupted run; does nothing when the data is complete. */
  fill(db: Kysely<Database>, options: SeedOptions): Promise<void>;
  /** Runs after users and permissions exist. `isFirst` is true at the first start of a service. */
  complete?(db: Kysely<Database>, options: { readonly isFirst: boolean }): Promise<void>;
}

export interface SeedOptions {
  /** Rows of the largest table. */
  readonly rows: number;
  progress(step: SeedProgress): void;
}

/** `done` includes rows of earlier runs; it reaches `total`. */
export interface SeedProgress {
  readonly table: string;
  readonly done: number;
  readonly total: number;
}

export interface Opened {
  /** Added to the context. */
  readonly provides?: Partial<ProvidedBy<keyof (BuiltInProvides & ModuleProvides)>>;
  /** Called after routes and jobs have ended. Abandon what takes longer than `patience` milliseconds. */
  readonly close?: (patience: number) => Promise<void>;
}

/** The context of a module's routes, jobs and commands, with what the modules of these names provide. */
export type ContextWith<Names extends string> = KernelContext & ProvidedBy<Names>;

/** The context of a module that requires no other than the built-in modules. */
export type Context = ContextWith<keyof BuiltInProvides>;

export interface KernelContext {
  /** `serve` for the HTTP application, `work` for workers. One process may run both. */
  readonly mode: 'serve' | 'work';
  readonly config: Config;
  /** The service's tables and those of modules. */
  readonly db: Kysely<Database>;
  /** A separate pool for sign-in, sessions and permissions, so that slow queries on `db` do not delay them. */
  readonly accessDb: Kysely<Database>;
  /** Connection URL of the same database, including the password. */
  readonly url: string;
  /** Signs sessions and links to files. */
  readonly secret: string;
  readonly events: OpenEventBus;
  readonly jobs: Jobs;
  readonly files: FileStore;
  /** The notification types of all modules. */
  readonly notificationTypes: NotificationTypes;
  readonly translate: Translate;
  /** The log of the service. */
  readonly logger: ServiceLogger;
  /** Calls the hooks of all modules. */
  readonly hooks: HookCalls;
}

/** Of the HTTP application. */
interface Serving {
  readonly mode: 'serve';
}

/** Of workers. */
interface Working {
  readonly mode: 'work';
  /** All tables of the service. */
  readonly tables: Tables;
  /**
   * Brings `tables` up to date with the schema of the database of a table, if it is a served one that has changed. Never rejects.
   */
  refreshTables(id: string): Promise<void>;
}

export type ServeContext = Context & Serving;
export type WorkContext = Context & Working;

/** The context with the module's own section in `config`. */
type Configured<C extends KernelContext, S extends Section> = [S] extends [never]
  ? C
  : Omit<C, 'config'> & { readonly config: Config & ConfigOf<readonly [S]> };

type Contextual = 'open' | 'hooks' | 'commands' | 'lifecycle' | 'routes' | 'jobs' | 'schedule' | 'background';

/** A module whose functions receive its own section in `context.config`, and what the modules that it requires provide. */
interface ModuleOf<S extends Section, Names extends string>
  extends Omit<Module, Contextual | 'config' | 'requires'> {
  readonly requires?: readonly Names[];
  readonly config?: S;
  readonly open?: (context: Configured<ContextWith<Names>, S>) => Opened;
  readonly hooks?: Hooks<Configured<ContextWith<Names>, S>>;
  readonly routes?: (
    app: FastifyInstance,
    context: Configured<ContextWith<Names> & Serving, S>,
  ) => Promise<void> | void;
  readonly jobs?: (context: Configured<ContextWith<Names> & Working, S>) => readonly AnyJobKind[];
  readonly schedule?: Schedule<Configured<ContextWith<Names> & Working, S>>;
  readonly commands?: Readonly<Record<string, ModuleCommand<Configured<ContextWith<Names>, S>>>>;
  readonly lifecycle?: Lifecycle<Configured<ContextWith<Names> & Serving, S>>;
  readonly background?: (context: Configured<ContextWith<Names> & Working, S>) => () => Promise<void>;
}

/** Returns the module unchanged; for type checking and inference. */
export function defineModule<
  const S extends Section = never,
  const Names extends string = keyof BuiltInProvides,
>(module: ModuleOf<S, Names>): Module {
  return module as unknown as Module;
}
