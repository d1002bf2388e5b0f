import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import { type Catalogue, readCatalogue } from '../query/catalogue.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import { dialectOf } from '../query/dialects/dialectOf.ts';
import { type CountCache, type CountEntry, memoryCountCache } from './CountCache.ts';
import { type SharedRuns, sharedRuns } from './sharedRuns.ts';

/** What the tables of one database share while they are served. */
export interface TableRuntime {
  readonly db: Kysely<AnyDatabase>;
  readonly dialect: Dialect;
  readonly countCache: CountCache;
  /** Shares equal runs between requests that come at the same time. */
  readonly share: SharedRuns;
  /** What a kept count was when it was last held against its sources, and in which snapshot that was. */
  readonly verifiedCounts: WeakMap<CountEntry, { readonly count: number; readonly snapshot: string }>;
  /** Read once, at first use. */
  catalogue(): Promise<Catalogue>;
  /** Told of failures in work that no request waits for. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** A Kysely instance, whatever its tables. */
export type DatabaseHandle = Pick<Kysely<unknown>, 'getExecutor' | 'introspection' | 'destroy'>;

export interface RuntimeOptions {
  /** This process's memory by default. */
  countCache?: CountCache;
  onBackgroundError?: (error: unknown) => void;
}

export function tableRuntime(handle: DatabaseHandle, options: RuntimeOptions = {}): TableRuntime {
  const db = handle as unknown as Kysely<AnyDatabase>;
  const dialect = dialectOf(db);
  let catalogue: Promise<Catalogue> | null = null;

  return {
    db,
    dialect,
    countCache: options.countCache ?? memoryCountCache(),
    share: sharedRuns(),
    verifiedCounts: new WeakMap(),
    catalogue() {
      catalogue ??= readCatalogue(db, dialect).catch((error: unknown) => {
        catalogue = null;
        throw error;
      });

      return catalogue;
    },
    onBackgroundError: options.onBackgroundError ?? (() => undefined),
  };
}
