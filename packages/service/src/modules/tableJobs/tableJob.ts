import type { JobUndo, TableJob, TableJobStatus } from '@rowhouse/table-protocol';
import type { Tables } from '@rowhouse/tables';
import type { ColumnType, Kysely, Selectable } from 'kysely';
import type { ServiceLogger } from '../../base/ServiceLogger.ts';
import type { ReadGrant } from '../../kernel/access/Grant.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { EventBus } from '../../kernel/events/EventBus.ts';
import type { FileStore } from '../../kernel/files/FileStore.ts';
import type { HookCalls } from '../../kernel/hooks/createHooks.ts';
import { defineServiceJob, type JobType } from '../../kernel/jobs/Jobs.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import type { WorkContext } from '../../kernel/module/Module.ts';
import type { Notifier } from '../../kernel/module/Notifier.ts';
import { type JobOutcome, jobTexts } from './jobOutcome.ts';

declare module '../../kernel/database/Database.ts' {
  interface Database {
    table_jobs: TableJobsTable;
  }
}

/** Exports, background actions and imports, as part of `Database`. */
interface TableJobsTable {
  /** 64 bits, which the driver returns as text. */
  id: ColumnType<string, never, never>;
  kind: TableJob['kind'];
  /** The table's routePrefix. */
  table_name: string;
  /** For people, in the language of the request. */
  name: string;
  /** Name of the action's route; null for an export. */
  action: string | null;
  /** File format, for an import that of its refused rows; null for an action. */
  format: string | null;
  /** What the client sent. Written as JSON. */
  payload: ColumnType<unknown, string, never>;
  created_by: number;
  /** Id of the API key of the request; null for a session. */
  api_key: number | null;
  /** Permissions that the key was limited to; null for all. */
  api_key_permissions: readonly string[] | null;
  /** The impersonator who requested it. */
  impersonated_by: number | null;
  /** Of the request. */
  language: string;
  /** IANA name, of the request; null for records older than this column. */
  time_zone: string | null;
  status: TableJobStatus;
  /** Total number of rows; for an export, null until they are counted. Counts are 64 bits, as the id. */
  total: ColumnType<string | null, number | null, number | null>;
  entries: ColumnType<string, never, number>;
  failed: ColumnType<string, never, number>;
  /** Key of the file in the store. */
  file: string | null;
  file_size: ColumnType<string | null, never, number | null>;
  /** The result of a job that has ended; before that, why the last attempt failed. Written as JSON. */
  outcome: ColumnType<JobOutcome | null, string | null, string>;
  /** Equal for equal requests with one grant. */
  fingerprint: string;
  /** The run of an action's rows, which are listed when it is ordered; null for an export. */
  run: string | null;
  /** The attempt that claimed the record last; 0 before the first. */
  attempt: ColumnType<number, never, number>;
  /** Failed attempts; killed ones do not count. */
  failures: ColumnType<number, never, number>;
  created_at: ColumnType<Date, never, never>;
  started_at: ColumnType<Date | null, never, Date>;
  finished_at: ColumnType<Date | null, never, Date>;
  /** When the file is removed. */
  expires_at: Date | null;
  /** How what it has changed is undone; null if that is not possible. Written as JSON. */
  undo: ColumnType<JobUndo | null, never, string | null>;
}

export type TableJobRow = Selectable<TableJobsTable>;

/** Dependencies of running table jobs. */
export interface TableJobDependencies {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly notifier: Notifier;
  /** Without a cache: rights are read when a job runs. */
  readonly readGrant: ReadGrant;
  readonly tables: Tables;
  /** Called before a job with its table, which another process may have found later than this one. Defaults to none. */
  readonly refreshTables?: WorkContext['refreshTables'];
  readonly files: FileStore;
  /** Signs links to files. */
  readonly secret: string;
  readonly config: Pick<Config, 'dataDir' | 'tables' | 'exports' | 'queues'>;
  readonly translate: Translate;
  readonly hooks: HookCalls;
  readonly logger: ServiceLogger;
}

/** The payload of a queued table job; everything else is in the record. */
export interface TableJobData {
  /** Id of the record. */
  readonly record: string;
}

export function tableJobAddress(
  name: TableJobRow['kind'],
  { tables }: Pick<Config, 'tables'>,
): JobType<TableJobData> {
  return defineServiceJob({ name, queue: tables.queues.exports }, name === 'action' ? 'actions' : 'service');
}

/** A job that cannot succeed in any attempt, with the message for its owner. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
  readonly outcome: JobOutcome;

  constructor(outcome: JobOutcome, options?: ErrorOptions) {
    super(jobTexts[outcome.code], options);
    this.outcome = outcome;
  }
}
