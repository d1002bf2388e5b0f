import type { Kysely } from 'kysely';
import type { Database } from '../database/Database.ts';
import type { Progress } from './ModuleCommand.ts';

/** Functions of a module that run at points of a start. */
export interface Lifecycle<Context> {
  /** Runs after the migrations, before requests and jobs. Throw a StartError to refuse the start. */
  readonly afterMigrate?: (db: Kysely<Database>) => Promise<void>;
  /** Conversions of data of older versions, which `rowhouse app:upgrade` runs in this order. */
  readonly upgrades?: readonly Upgrade[];
  /**
   * Runs before the first request with the permissions of all routes, and again when tables of a served database are replaced.
   */
  readonly permissionsKnown?: (context: Context, permissions: KnownPermissions) => Promise<void>;
  /** Runs when the process accepts requests and its workers run jobs. A rejection ends the start. */
  readonly ready?: (context: Context) => Promise<Partial<Started>>;
  /** Adds lines to the message after the start. */
  readonly startNotes?: (context: Context, start: StartOf) => Promise<StartNotes>;
}

/** A conversion of data of older versions. It can be interrupted and repeated. */
export interface Upgrade {
  /** Unique name in the summary. */
  readonly name: string;
  /** In English, for the summary. */
  readonly label: string;
  /** Resolves with what was done; null if there was nothing to do. If aborted, rejects after the current statement. */
  run(db: Kysely<Database>, options: UpgradeOptions): Promise<string | null>;
}

interface UpgradeOptions {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

export interface KnownPermissions {
  readonly names: readonly string[];
  /** Prefixes of permissions that may be added later, such as `crm` for `crm.contacts.init`. */
  readonly futurePrefixes: readonly string[];
}

/** What `ready` reports. Modules add members by declaration merging. */
export interface Started {
  /** Whether the service started for the first time. Defaults to false. */
  readonly isFirst: boolean;
  /** Lines with secrets that are stored nowhere, for the case that the message after the start cannot be composed. */
  readonly shownOnce: readonly string[];
}

export interface StartOf {
  readonly started: Started;
  /** Whether example data was requested. */
  readonly isDemo: boolean;
}

export interface StartNotes {
  /** Shown first, such as how to sign in. */
  readonly first?: readonly StartLine[];
  /** Shown last: commands for next steps. */
  readonly next?: readonly StartLine[];
}

/** A label of at most ten letters, empty for a continued line, and a text. */
export type StartLine = readonly [label: string, text: string];

/** Combines what the modules report. */
export function combineStarted(reports: readonly Partial<Started>[]): Started {
  return Object.assign({}, ...reports, {
    isFirst: reports.some(({ isFirst }) => isFirst === true),
    shownOnce: reports.flatMap(({ shownOnce = [] }) => shownOnce),
  }) as Started;
}
