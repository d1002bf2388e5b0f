import { setTimeout } from 'node:timers/promises';
import type { TableDefinition } from '@rowhouse/tables';
import {
  type Builder,
  cancellable,
  type DatabaseHandle,
  type TableRuntime,
  tableLabel,
  tableRuntime,
} from '@rowhouse/tables/internal';
import type { DescribedTable } from '../make/DescribedTable.ts';
import { describeDatabase } from '../make/describeDatabase.ts';
import { hostDatabase } from '../make/hostDatabase.ts';
import { madeDefinition } from '../make/madeDefinition.ts';
import { makeQuery } from '../make/makeQuery.ts';
import { uniqueName } from '../make/words.ts';
import type { IntrospectedTable, Introspection, IntrospectionNote } from './IntrospectedTable.ts';
import { emptyNote, refusalOf, unnamedNote } from './readability.ts';
import { type LinkedTable, linksOf } from './references.ts';

export interface IntrospectOptions {
  readonly db: DatabaseHandle;
  /**
   * Schemas to read, by the database's own names. By default all non-system schemas; on MySQL and MariaDB, where a
   * schema is a database, the connection's own.
   */
  readonly schemas?: readonly string[];
  /** Prefix of all ids and route names: `crm` makes `crm.orders`. Defaults to empty. */
  readonly routePrefix?: string;
  /**
   * Whether a column is left out. True leaves it out, false shows it whatever its name, and undefined, the default,
   * leaves it out if its name indicates a secret. `table` is written as queries name it: `orders`, `clinic.doctors`.
   */
  readonly leaveOut?: (table: string, column: string) => boolean | undefined;
  /**
   * Estimated number of rows above which the estimate is returned instead of a count, until the client requests the
   * exact number. 1,000,000 by default; Infinity counts all tables exactly. SQLite has no estimate.
   */
  readonly estimateAbove?: number;
  /**
   * Time limit in seconds for reading one row of a view or a foreign table; slower ones are served with a note. 2 by
   * default.
   */
  readonly probeSeconds?: number;
  /** False reads the catalogue only, without a row of any table: for links, not for serving. Defaults to true. */
  readonly readsRows?: boolean;
}

/** Views that are read concurrently. */
const probes = 4;

/** How the tables begin that `installActionRuns`, `installRowCounts` and others create: no data of the application. */
const ownPrefix = 'rowhouse_';

/**
 * Finds all tables and views that the connected user may read, and creates a read-only definition of each. Reads the
 * catalogue by a fixed number of queries, one row of each view and foreign table, and at most 1,000 rows of a table where
 * statistics do not say whether the names of its rows repeat. A table that cannot be served is in `notes` and does not affect
 * the others. Throws the database's error if it is unavailable.
 *
 * ```ts
 * const { tables, notes } = await introspectTables({ db });
 * const served = createTables({ db, definitions: tables.map(({ definition }) => definition) });
 * ```
 */
export async function introspectTables(options: IntrospectOptions): Promise<Introspection> {
  const {
    schemas,
    routePrefix,
    leaveOut,
    estimateAbove = 1_000_000,
    probeSeconds = 2,
    readsRows = true,
  } = options;
  const runtime = tableRuntime(options.db);
  const described = await describeDatabase(runtime.rawDb, runtime.dialect, {
    schemas,
    lists: true,
    samples: readsRows,
  });
  const database = hostDatabase(described, runtime.names);
  const wanted = described.tables.filter(
    ({ name, schema, isPartition }) =>
      !isPartition && !name.startsWith(ownPrefix) && (!schemas || schemas.includes(schema)),
  );
  const found = wanted
    .flatMap((table) => database.hostTable(table) ?? [])
    .toSorted((a, b) => compare(a.schema, b.schema) || compare(a.name, b.name));
  const ids = tableIds(found, routePrefix);
  const notes = wanted.flatMap((table): IntrospectionNote[] =>
    database.hostTable(table) ? [] : [unnamedNote(table, runtime.names)],
  );
  const candidates = found.flatMap((table): LinkedTable[] => {
    const refusal = refusalOf(table);
    const made = refusal
      ? null
      : makeQuery(table, database, {
          dialect: runtime.dialect.name,
          names: runtime.names,
          estimateAbove,
          leaveOut: leaveOut && ((of, column) => leaveOut(tableLabel(of), column)),
        });
    if (refusal || !made || made.columns.length === 0) {
      notes.push(refusal ?? emptyNote(table));
      return [];
    }

    return [{ id: ids.get(table) ?? table.name, made }];
  });
  const probed = await probeAll(runtime, readsRows ? candidates : [], probeSeconds);
  const served = candidates.filter((entry) => {
    const failure = probed.get(entry);
    if (typeof failure !== 'object') return true;
    notes.push(failure);
    return false;
  });
  const links = linksOf(served);

  return {
    tables: served.map((entry): IntrospectedTable => {
      const { id, made } = entry;
      const { table } = made;

      return {
        id,
        schema: table.schema,
        name: table.name,
        kind: table.kind,
        definition: madeDefinition(made, id),
        labelColumns: made.labelColumns,
        key: made.keyOfRows,
        references: links.get(entry)?.references ?? [],
        referencedBy: links.get(entry)?.referencedBy ?? [],
        leftOut: made.leftOut,
        notes: [
          ...notesOf(table, made.keyOfRows.kind),
          ...(probed.get(entry) === 'slow'
            ? [`Its first row took more than ${probeSeconds} s to read.`]
            : []),
        ],
        made,
      };
    }),
    notes: notes.toSorted((a, b) => compare(a.table, b.table)),
  };
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

/** Reads a row of tables whose readability the catalogue does not guarantee. */
async function probeAll(runtime: TableRuntime, candidates: readonly LinkedTable[], seconds: number) {
  const results = new Map<LinkedTable, IntrospectionNote | 'slow'>();
  const waiting = candidates.filter(
    ({ made: { table } }) => table.kind === 'view' || table.kind === 'foreign table',
  );
  const work = async () => {
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      const { id, made } = entry;
      const probe = await probeTable(runtime, madeDefinition(made, id), seconds);

      if ('error' in probe) {
        const { error } = probe;
        results.set(entry, {
          table: tableLabel(made.table),
          reason: `Reading it fails: ${(error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')}`,
          remedy: 'Run SELECT * on it as the connected user, and repair what it says.',
        });
      } else if (probe.isSlow) {
        results.set(entry, 'slow');
      }
    }
  };
  await Promise.all(Array.from({ length: probes }, work));

  return results;
}

function notesOf({ isInherited }: DescribedTable, key: IntrospectedTable['key']['kind']): string[] {
  return [
    ...(isInherited
      ? ['Other tables inherit from it; their rows are among its own, and no key holds for all.']
      : []),
    ...(key === 'none'
      ? [
          'It has no key: rows are identified by all of their values, equal rows are indistinguishable, and each page sorts the whole table.',
        ]
      : []),
    ...(key === 'rowid'
      ? ['It has no key: rows are identified by their rowid, which VACUUM may change.']
      : []),
  ];
}

/** Result of reading one row of a table. */
type Probe = { readonly error: unknown } | { readonly isSlow: boolean };

/**
 * Reads one row by the definition's query, with a time limit in seconds. The catalogue does not tell which views fail.
 */
async function probeTable(
  runtime: TableRuntime,
  definition: TableDefinition,
  seconds: number,
): Promise<Probe> {
  const stop = new AbortController();
  const done = new AbortController();
  const tooLong = new Error('The probe took too long.');
  const builder = definition.query(runtime.db, undefined as never) as unknown as Builder;
  const run = cancellable(runtime.db, runtime.db, {
    signal: stop.signal,
    onStart: () => undefined,
    onError: runtime.onBackgroundError,
  });
  setTimeout(seconds * 1000, undefined, { signal: done.signal, ref: false }).then(
    () => stop.abort(tooLong),
    () => undefined,
  );

  try {
    await run(builder.limit(1).compile());

    return { isSlow: false };
  } catch (error) {
    return error === tooLong ? { isSlow: true } : { error };
  } finally {
    done.abort();
  }
}

/** Table → id; ids that would be equal after replacing special characters are numbered. */
function tableIds(
  tables: readonly DescribedTable[],
  prefix: string | undefined,
): ReadonlyMap<DescribedTable, string> {
  const ids = new Map<DescribedTable, string>();
  const taken = new Set<string>();
  // A table that queries find without its schema keeps its name.
  const inOrder = tables.toSorted((a, b) => Number(b.isVisible) - Number(a.isVisible));

  for (const table of inOrder) {
    const parts = [prefix, table.isVisible ? undefined : idPart(table.schema), idPart(table.name)];
    const id = uniqueName(parts.filter((part) => part !== undefined).join('.'), taken);
    taken.add(id);
    ids.set(table, id);
  }

  return ids;
}

/** Keeps letters, digits, `-` and `_`; removes accents; replaces anything else by `_`. */
function idPart(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_');

  return /[A-Za-z0-9]/.test(plain) ? plain : 'table';
}
