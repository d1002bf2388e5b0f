/** A database that existed before the service, and that it serves. */
export interface DatabaseSettings {
  /**
   * `postgres://…`, `mysql://…`, `mariadb://…` with the name of the database as its path, or `sqlite:` and the path of a
   * file. Never shown: messages have it without the password.
   */
  readonly url: string;
  /**
   * Schemas to serve, by the database's own names. By default all that the user may read and that are not the system's; on
   * MySQL and MariaDB, where a schema is a database, the one that the address names.
   */
  readonly schemas?: readonly string[];
  /**
   * Whether connections may write. False by default: the server itself then refuses every statement that writes. The
   * tables that are found are read only either way.
   */
  readonly writable?: boolean;
  /**
   * Whether the service refuses to start while the database is not available. False by default: the start continues, and
   * requests for its tables get 503.
   */
  readonly required?: boolean;
}
