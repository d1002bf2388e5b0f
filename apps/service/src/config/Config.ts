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
  /** Schema of the service's own tables. */
  readonly databaseSchema: string;
  /** Most connections that the requests of one process take. */
  readonly databasePoolSize: number;
  /** Of statements of requests, as PostgreSQL enforces them; 0: none. Commands and workers have none. */
  readonly databaseLimits: DatabaseLimits;
  /** Signs sessions; generated and kept in the data folder when absent. */
  readonly secret?: string;
  readonly logLevel: LogLevel;
  /** Seconds for which a stopping process still accepts requests while /ready responds 503. */
  readonly stopDelay: number;
  /** Used where neither the user nor the browser asks for a known one. */
  readonly language: string;
  readonly languages: readonly string[];
  /** Whether visitors may create an account for themselves. */
  readonly signUp: boolean;
  /**
   * How many proxies stand before the service, whose X-Forwarded-* headers are believed; true is one. What a client
   * writes into them itself stands further left, and is never read.
   */
  readonly trustProxy: boolean | number;
  /** Largest request body in bytes; uploaded avatars have a limit of their own. */
  readonly bodyLimit: number;
  /** Where the files of exports and avatars are kept. */
  readonly files: FilesConfig;
  readonly avatars: AvatarsConfig;
  readonly apiCalls: ApiCallsConfig;
  readonly mail: MailConfig;
  readonly notifications: NotificationConfig;
  /** Name → what holds for its jobs. */
  readonly queues: Readonly<Record<string, QueueConfig>>;
  /** Whether `serve` works on the queues itself; otherwise `rowhouse work` does, here or on other machines. */
  readonly workers: boolean;
  readonly exports: ExportConfig;
  /** Global configuration of all tables. */
  readonly tables: TableConfig;
}

export interface DatabaseLimits {
  /** Seconds that a statement may take. */
  readonly statementSeconds: number;
  /** Seconds that a statement may wait for a lock. */
  readonly lockSeconds: number;
}

/** The folder `{dataDir}/files`, or a bucket of an S3-compatible service. */
export type FilesConfig = { readonly driver: 'local' } | S3Config;

export interface S3Config {
  readonly driver: 's3';
  readonly bucket: string;
  readonly region: string;
  /** Address of the service, where it is not the one of AWS. */
  readonly endpoint?: string;
  /** Folder of the bucket, without slashes around it; empty for none. */
  readonly prefix: string;
  /** Both or neither; without them, what the machine offers: its role, or the variables and files of AWS. */
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  /** Whether the bucket is named in the path of addresses rather than in the host. */
  readonly forcePathStyle: boolean;
}

export interface AvatarsConfig {
  /** Largest upload in bytes. */
  readonly maxBytes: number;
  /** Looks images up by e-mail address. */
  readonly external: {
    /** Null asks nobody. */
    readonly baseUrl: string | null;
    /** Milliseconds for the whole answer. */
    readonly timeout: number;
  };
}

export interface ApiCallsConfig {
  /** Days after which logged calls are deleted. */
  readonly keepDays: number;
  /** Names of values that are masked besides the known ones, in any case. */
  readonly secretNames: readonly string[];
  /** Statuses of calls to this service that are no failures. */
  readonly successStatuses: readonly number[];
  /** Seconds in which equal failures are counted, and told once. */
  readonly failureWindow: number;
  /** Whether calls are printed as they are logged. */
  readonly debug: boolean;
}

export interface MailConfig {
  /** The sender of all mails: `Rowhouse <rowhouse@example.com>`. */
  readonly from: string;
  /** Null writes mails as files into `{dataDir}/outbox`. */
  readonly smtp: SmtpConfig | null;
}

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise it is begun with STARTTLS where the server offers that. */
  readonly secure: boolean;
  readonly user?: string;
  readonly password?: string;
}

export interface NotificationConfig {
  /** Days after which notifications that were read are deleted. */
  readonly keepReadDays: number;
}

export interface QueueConfig {
  /** Seconds after which a job that has not ended is taken for lost, and given to another worker. */
  readonly expireSeconds: number;
  /** How often a job is tried in all. */
  readonly attempts: number;
  /** Jobs that one process works on at a time. */
  readonly concurrency: number;
  /** Seconds without a sign of life of the worker after which its job is given to another. */
  readonly heartbeatSeconds: number;
  /** About how long the second attempt waits; each further one waits about twice as long as the one before. */
  readonly retryDelaySeconds: number;
  /** What an attempt waits at most. */
  readonly retryDelayMaxSeconds: number;
}

export interface ExportConfig {
  /** Hours for which the file of an export can be downloaded. */
  readonly keepHours: number;
  /** Exports and background actions that a user may have waiting or running at the same time. */
  readonly openPerUser: number;
}
