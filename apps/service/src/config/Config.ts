import type { TableConfig } from '@rowhouse/tables';

export type Environment = 'development' | 'production';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** The service's configuration: defaults, overlaid by the configuration file, overlaid by the environment. */
export interface Config {
  readonly environment: Environment;
  /** Address to listen on. */
  readonly host: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  /** Address under which browsers reach the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Absolute path of the folder for everything that the service keeps in files. */
  readonly dataDir: string;
  /** A PostgreSQL server of the operator's; the embedded one is used when absent. */
  readonly databaseUrl?: string;
  /** Most connections that one process opens. */
  readonly databasePoolSize: number;
  /** Signs sessions; generated and kept in the data folder when absent. */
  readonly secret?: string;
  readonly logLevel: LogLevel;
  /** Used where neither the user nor the browser asks for a known one. */
  readonly language: string;
  readonly languages: readonly string[];
  /** Whether visitors may create an account for themselves. */
  readonly signUp: boolean;
  /** Whether X-Forwarded-* headers are believed: only behind a proxy that sets them. */
  readonly trustProxy: boolean;
  /** Largest request body in bytes. */
  readonly bodyLimit: number;
  /** Global configuration of all tables. */
  readonly tables: TableConfig;
}
