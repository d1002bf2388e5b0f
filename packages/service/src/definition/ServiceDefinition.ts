import type { BrandingOptions } from '../kernel/branding/readBranding.ts';
import type { Module } from '../kernel/module/Module.ts';
import type { RoleEntry } from '../modules/users/index.ts';

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

/** The keys of a definition; the compiler requires every one here. */
export const serviceKeys: Readonly<Record<keyof ServiceDefinition, true>> = {
  name: true,
  branding: true,
  languages: true,
  modules: true,
  databases: true,
  tables: true,
  config: true,
  roles: true,
};

/** An existing database whose tables the service serves. */
export interface DatabaseSettings {
  /**
   * `postgres://…`, `mysql://…` or `mariadb://…` with the database name as path, or `sqlite:` and the path of a file. Messages
   * show it without user and password.
   */
  readonly url: string;
  /**
   * Schemas to serve. By default all non-system schemas that the database user may read; on MySQL and MariaDB, where a schema
   * is a database, that of the URL.
   */
  readonly schemas?: readonly string[];
  /**
   * Whether connections may write. Defaults to false: the server then refuses every statement that writes. Otherwise records of
   * tables found in the database, if they have a key, can be created, changed and deleted by users with the permissions of these
   * routes: at first administrators.
   */
  readonly writable?: boolean;
  /**
   * Whether the start fails while the database is unavailable. False by default: the service starts, and requests for its
   * tables get 503 until it is available.
   */
  readonly required?: boolean;
}

/** Returns the definition unchanged; for type checking. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition;
}

/** The configuration values of a definition, for `loadConfig`. */
export function configuredBy({ languages, config = {} }: ServiceDefinition): object {
  return languages === undefined ? config : { ...config, languages: [...languages] };
}
