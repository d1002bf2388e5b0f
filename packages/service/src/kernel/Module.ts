import type { TableDefinition, Tables, TablesOptions } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Registry } from 'prom-client';
import type { PermissionEntry } from './access/permissionCatalogue.ts';
import type { Config } from './config/Config.ts';
import type { ConfigOf, Section } from './config/defineSection.ts';
import type { Database } from './database/Database.ts';
import type { OpenEventBus } from './events/createEventBus.ts';
import type { FileStore } from './files/FileStore.ts';
import type { HookCalls } from './hooks/createHooks.ts';
import type { Hooks } from './hooks/Hooks.ts';
import type { Jobs } from './jobs/Jobs.ts';
import type { AnyJobKind } from './jobs/runJob.ts';
import type { Dictionary, Translate } from './language/translate.ts';
import type { ModuleCommand } from './ModuleCommand.ts';
import type { NotificationTypes } from './Notifier.ts';

/**
 * A part of the service: the one way in which anything is added, the built-in features included. Every key but the name
 * is optional.
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
  /** Unique: lower-case letters, digits and dashes, beginning with a letter. */
  readonly name: string;
  /** Served under /api, with exports and background actions. Their ids are unique in the service. */
  readonly tables?: readonly TableDefinition[];
  /** Enumerations that the templates of the tables name. */
  readonly enums?: TablesOptions['enums'];
  /**
   * Changes of the database, by name, in the order of the object; each runs once, in a transaction with the others that
   * are pending. A name is unique in its module, and never changed after its release.
   */
  readonly migrations?: Readonly<Record<string, Migration>>;
  /**
   * Opens what the module's routes and jobs work with, in each part of a process. Modules are opened in their order, so
   * that `context` has what those before have provided, and closed in the opposite one.
   */
  readonly open?: (context: Context) => Opened;
  /**
   * How tables stand in the menu of the pages, by the id of the table. A table that is not named here has an entry, too: its
   * name, which leads to a page that shows the table.
   */
  readonly menu?: Readonly<Record<string, MenuEntry>>;
  /**
   * Types of notifications that its routes and jobs send, by name: `{ 'invoices.overdue': { label: 'Invoices are overdue' } }`.
   * One that no module declares is refused, so that people can always choose how they are told.
   */
  readonly notifications?: NotificationTypes;
  /**
   * How people read permissions where roles are given them: name → label in English, which `locales` translate. Tables
   * have default labels. A permission without a route is stored too: routes look at it with `app.mayCall(user, name)`.
   */
  readonly permissions?: Readonly<Record<string, PermissionEntry>>;
  /**
   * A section of the configuration, made with `defineSection`: typed in the context, read from variables, the file and
   * `defineService({ config })`, and with its faults next to the others.
   */
  readonly config?: Section;
  /**
   * The entry of Vue pages and cells for the back office, which `rowhouse build` puts together with the service's own:
   * `new URL('./pages/index.ts', import.meta.url)`, or a path relative to the folder of rowhouse.config.ts. Its default
   * export is made by `definePages` of `@rowhouse/service/pages`.
   */
  readonly pages?: URL | string;
  /** Language → English text → its text in that language: of titles, messages and notifications. */
  readonly locales?: Readonly<Record<string, Dictionary>>;
  /**
   * What the module says before requests, sign-ins, changes of the service's own records, actions and exports, and is
   * told after them. `before` refuses by throwing a ServiceError.
   */
  readonly hooks?: Hooks<Context>;
  /** Hooks of every request, after the caller is known and before any route. */
  readonly requestHooks?: (app: FastifyInstance, context: ServeContext) => Promise<void> | void;
  /**
   * Adds routes. Each says who may call it: `config.name`, the permission that the caller's role must have, or
   * `config.access`, `public` or `signed-in`. The service does not start with a route that says neither.
   */
  readonly routes?: (app: FastifyInstance, context: ServeContext) => Promise<void> | void;
  /** Adds measurements to /metrics. */
  readonly metrics?: (register: Registry, context: ServeContext) => void;
  /** Kinds of jobs that a worker knows: retried, fenced and handed back like exports. */
  readonly jobs?: (context: WorkContext) => readonly AnyJobKind[];
  /** Commands of `rowhouse`, by name: a word, or two with a colon between them, such as `shop:reindex`. */
  readonly commands?: Readonly<Record<string, ModuleCommand<Context>>>;
  readonly seed?: Seed;
  /** Told of a job that no module knows any more, once. */
  readonly unknownJob?: (context: WorkContext, data: object) => Promise<void>;
  /** Starts what a worker does beside its jobs, such as sweeping. Answers what ends it, after the step that is under way. */
  readonly background?: (context: WorkContext) => () => Promise<void>;
}

export interface MenuEntry {
  /** In English; the name in the template by default. */
  readonly label?: string;
  /** Class of Font Awesome; `fa-table` by default. */
  readonly icon?: string;
  /** One sentence for the start page, in English. */
  readonly about?: string;
  /** Path of a page of the table's own, in place of `/tables/{id}`; null for no entry. */
  readonly path?: string | null;
}

/** Example data, for `rowhouse serve --demo` and `rowhouse demo:seed`. */
export interface Seed {
  /** Fills tables, before the first request. Continues where an earlier run was stopped, and does nothing when it is done. */
  fill(db: Kysely<Database>, options: SeedOptions): Promise<void>;
  /** What requires users and permissions, which are there then. `isFirst` at the first start of a service. */
  complete?(db: Kysely<Database>, options: { readonly isFirst: boolean }): Promise<void>;
}

export interface SeedOptions {
  /** Rows of the largest table. */
  readonly rows: number;
  progress(step: SeedProgress): void;
}

/** `done` counts the rows that are there already, and ends at `total`. */
export interface SeedProgress {
  readonly table: string;
  readonly done: number;
  readonly total: number;
}

/** What the context has from modules, by name; each adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface Provided {}

export interface Opened {
  readonly provides?: Partial<Provided>;
  /** After the routes and jobs have ended; what takes longer than `patience` milliseconds is given up. */
  readonly close?: (patience: number) => Promise<void>;
}

/** What routes and jobs are given. */
export interface Context extends KernelContext, Provided {
  /** The log of the service: `logger.warn('The courier is slow.')`. */
  readonly logger: ContextLogger;
  /** Asks and tells the hooks of all modules. */
  readonly hooks: HookCalls;
}

export type ContextLogger = Readonly<Record<'debug' | 'info' | 'warn' | 'error', (text: string) => void>>;

export interface KernelContext {
  /** Which part of a process it is for. */
  readonly part: 'serve' | 'work';
  readonly config: Config;
  /** The service's own tables, and those of modules. */
  readonly db: Kysely<Database>;
  /** For sign-in, sessions and permissions only, so that slow queries of `db` do not keep them waiting. */
  readonly accessDb: Kysely<Database>;
  /** Connection address of the same database, with the password. */
  readonly url: string;
  /** Signs sessions and links to files. */
  readonly secret: string;
  readonly events: OpenEventBus;
  readonly jobs: Jobs;
  readonly files: FileStore;
  /** Of all modules. */
  readonly notificationTypes: NotificationTypes;
  readonly translate: Translate;
  log(level: 'debug' | 'info' | 'warn' | 'error', text: string): void;
}

export interface ServeContext extends Context {
  readonly part: 'serve';
}

export interface WorkContext extends Context {
  readonly part: 'work';
  /** All tables of the service. */
  readonly tables: Tables;
}

/** A context whose configuration has the section of the module. */
type Configured<C extends Context, S extends Section> = [S] extends [never]
  ? C
  : Omit<C, 'config'> & { readonly config: Config & ConfigOf<readonly [S]> };

type Contextual =
  | 'open'
  | 'hooks'
  | 'commands'
  | 'requestHooks'
  | 'routes'
  | 'metrics'
  | 'jobs'
  | 'unknownJob'
  | 'background';

/** A module whose functions are given its own section in `config`. */
export interface ModuleOf<S extends Section> extends Omit<Module, Contextual | 'config'> {
  readonly config?: S;
  readonly open?: (context: Configured<Context, S>) => Opened;
  readonly hooks?: Hooks<Configured<Context, S>>;
  readonly requestHooks?: (
    app: FastifyInstance,
    context: Configured<ServeContext, S>,
  ) => Promise<void> | void;
  readonly routes?: (app: FastifyInstance, context: Configured<ServeContext, S>) => Promise<void> | void;
  readonly metrics?: (register: Registry, context: Configured<ServeContext, S>) => void;
  readonly jobs?: (context: Configured<WorkContext, S>) => readonly AnyJobKind[];
  readonly commands?: Readonly<Record<string, ModuleCommand<Configured<Context, S>>>>;
  readonly unknownJob?: (context: Configured<WorkContext, S>, data: object) => Promise<void>;
  readonly background?: (context: Configured<WorkContext, S>) => () => Promise<void>;
}

/** Checks the types of a module. */
export function defineModule<const S extends Section = never>(module: ModuleOf<S>): Module {
  return module as unknown as Module;
}
