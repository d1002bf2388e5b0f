import { isDeepStrictEqual } from 'node:util';
import type { Catalogue } from '../query/catalogue.ts';
import { joinNext } from './sharedRuns.ts';

/** Reads the catalogue of a database that other clients may change. */
export interface CatalogueReader {
  /**
   * The last catalogue, including the given schemas. If it is older than `maxAge`, it is read again in the background,
   * for later callers. The same object while nothing has changed.
   */
  get(schemas?: readonly string[]): Promise<Catalogue>;
  /** Reads it immediately. */
  refresh(): Promise<Catalogue>;
}

export interface CatalogueReaderOptions {
  readonly read: (schemas: readonly string[]) => Promise<Catalogue>;
  /** Milliseconds. */
  readonly maxAge: number;
  readonly onBackgroundError: (error: unknown) => void;
}

export function catalogueReader({
  read,
  maxAge,
  onBackgroundError,
}: CatalogueReaderOptions): CatalogueReader {
  const schemas = new Set<string>();
  let current: Catalogue | null = null;
  let known: ReadonlySet<string> = new Set();
  let readAt = 0;

  const refresh = joinNext(async () => {
    const wanted = new Set(schemas);
    const catalogue = await read([...wanted]);
    readAt = performance.now();
    known = wanted;
    if (!current || !isSame(current, catalogue)) current = catalogue;

    return current;
  });

  return {
    async get(named = []) {
      for (const schema of named) schemas.add(schema);

      if (!current || named.some((schema) => !known.has(schema))) return refresh();
      if (performance.now() - readAt > maxAge) {
        // A failure is retried after the same time.
        readAt = performance.now();
        refresh().catch(onBackgroundError);
      }

      return current;
    },
    refresh,
  };
}

function isSame(a: Catalogue, b: Catalogue): boolean {
  return a.datesAreUtc === b.datesAreUtc && isDeepStrictEqual(a.tables, b.tables);
}
