import { withSafeTexts } from '@rowhouse/drivers';
import type { TranslateText } from '@rowhouse/problems';
import { english } from '@rowhouse/problems/internal';
import type { Kysely } from 'kysely';
import type { ChangeLog, ChangeOptions } from '../changes/Change.ts';
import { changeLog } from '../changes/changeLog.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { FileOptions } from '../files/FieldFileStore.ts';
import { type FieldFiles, fieldFiles } from '../files/fieldFiles.ts';
import type { CatalogueTable } from '../query/catalogue.ts';
import { type DatabaseNames, namedDatabase } from '../query/databaseNames.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import { dialectOf } from '../query/dialects/dialectOf.ts';
import { readCatalogue } from '../query/readCatalogue.ts';
import { type CountCache, type CountEntry, memoryCountCache } from './CountCache.ts';
import { type CatalogueReader, catalogueReader } from './catalogueReader.ts';
import { type SharedRuns, sharedRuns } from './sharedRuns.ts';

/** Shared by the tables of one database while they are served. */
export interface TableRuntime {
  readonly db: Kysely<AnyDatabase>;
  /** The same without the application's plugins, for queries that use the database's own names. */
  readonly rawDb: Kysely<AnyDatabase>;
  /** Database for bookkeeping: `rawDb`, or for a replica that of its primary. */
  readonly writer: Kysely<AnyDatabase>;
  readonly names: DatabaseNames;
  readonly dialect: Dialect;
  readonly countCache: CountCache;
  /** Shares equal runs between concurrent requests. */
  readonly share: SharedRuns;
  /** The cached count as last checked against its sources, and the snapshot of that check. */
  readonly verifiedCounts: WeakMap<CountEntry, { readonly count: number; readonly snapshot: string }>;
  /** The snapshot in which the keys of a table were last verified. */
  readonly verifiedKeys: WeakMap<CatalogueTable, string>;
  readonly catalogue: CatalogueReader;
  readonly changes: ChangeLog;
  /** Null if fields cannot hold files. */
  readonly files: FieldFiles | null;
  /** Translates texts of row functions for a user. */
  readonly translate: NonNullable<RuntimeOptions['translate']>;
  /** The current time, to which relative dates in requests refer. */
  readonly now: () => Date;
  /** Called with failures of background work. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** A Kysely instance, whatever its tables. */
export type DatabaseHandle = Pick<Kysely<unknown>, 'getExecutor' | 'introspection' | 'destroy'>;

export interface RuntimeOptions {
  /** Defaults to This process's memory. */
  countCache?: CountCache;
  /**
   * Maximum age of the database's structure in milliseconds; an older one is read again in the background of a request:
   * 10,000 by default. Rows and counts do not depend on it; a new index is used at the latest after this time.
   */
  catalogueMaxAge?: number;
  /** The current time, for relative dates in filters. Defaults to the system's clock. For tests. */
  now?: () => Date;
  onBackgroundError?: (error: unknown) => void;
  /**
   * Keeps the changes of each user for 24 hours, and deletions for 30 days, so that he can undo them; and recognises a repeated request
   * that creates a record, in every process. Needs the table of `installChanges`. Defaults to none.
   */
  changes?: ChangeOptions;
  /** Where fields with `file` keep their files, and who sends them. Needs the table of `installFiles`. Defaults to none: such a field fails at start. */
  files?: FileOptions;
  /**
   * Translates English texts of row functions (`context.translate`) into the language of a user, on the screen and in exports,
   * and fills in their values. Defaults to English.
   */
  translate?: (user: unknown, ...text: Parameters<TranslateText>) => string;
}

export function tableRuntime(
  handle: DatabaseHandle,
  options: RuntimeOptions & { readonly writer?: Kysely<AnyDatabase> } = {},
): TableRuntime {
  const named = namedDatabase(handle as unknown as Kysely<AnyDatabase>);
  const db = withSafeTexts(named.db);
  const rawDb = withSafeTexts(named.rawDb);
  const dialect = dialectOf(db);
  const { catalogueMaxAge = 10_000, onBackgroundError = () => undefined } = options;

  return {
    db,
    rawDb,
    writer: options.writer ?? rawDb,
    names: named.names,
    dialect,
    countCache: options.countCache ?? memoryCountCache(),
    share: sharedRuns(),
    verifiedCounts: new WeakMap(),
    verifiedKeys: new WeakMap(),
    catalogue: catalogueReader({
      read: (schemas) => readCatalogue(rawDb, dialect, schemas),
      maxAge: catalogueMaxAge,
      onBackgroundError,
    }),
    changes: changeLog(rawDb, options.changes, onBackgroundError),
    files: options.files ? fieldFiles(rawDb, options.files) : null,
    translate: options.translate ?? ((_user, text, values) => english(text, values)),
    now: options.now ?? (() => new Date()),
    onBackgroundError,
  };
}
