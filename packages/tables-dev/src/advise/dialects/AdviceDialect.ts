import { type AnyDatabase, type Catalogue, type CatalogueTable, tableLabel } from '@rowhouse/tables/internal';
import type { CompiledQuery, Kysely } from 'kysely';
import type { ExistingIndex, IndexCandidate } from '../IndexCandidate.ts';

type Database = Kysely<AnyDatabase>;

/** The database-specific part of advice. Every dialect has a file of the same structure. */
export interface AdviceDialect {
  /** Whether an index can find parts of texts. */
  readonly findsTexts: boolean;
  /** Whether nulls come first by default. */
  nullsFirst(descending: boolean): boolean;
  /** Whether an index can place nulls at the other end. */
  readonly movesNulls: boolean;
  /** Facts about the tables of the catalogue. */
  facts(db: Database, catalogue: Catalogue): Promise<DatabaseFacts>;
  /** The planner's plan for a query, without running it; null if the database returns no costs. */
  explain(db: Database, query: CompiledQuery, facts: DatabaseFacts): Promise<Plan | null>;
  /** `online`: without blocking writers, if the database supports that. */
  statements(
    candidate: IndexCandidate,
    name: string,
    facts: DatabaseFacts,
    online: boolean,
  ): readonly string[];
  /** Drops an index of a table, without blocking writers if the database supports that. */
  drop(name: string, table: string, facts: DatabaseFacts): string;
  /** How `measure` creates the indexes to be compared; null if the planner returns no costs. */
  readonly measuring: Measuring | null;
}

export interface Measuring {
  /** Bytes of an index. */
  size(db: Database, name: string, table: string, facts: DatabaseFacts): Promise<number>;
  /** Whether hypothetical indexes of this kind are supported; see `DatabaseFacts.hypothetical`. */
  isHypothetical(candidate: IndexCandidate): boolean;
  /** Adds an index to the planner of this connection that is never built. */
  pretend(db: Database, statement: string, facts: DatabaseFacts): Promise<void>;
  /** Removes all such indexes. */
  forget(db: Database, facts: DatabaseFacts): Promise<void>;
}

/** All tables are identified by their `tableLabel`. */
export interface DatabaseFacts {
  readonly tables: ReadonlyMap<string, CatalogueTable>;
  /** Table → estimated number of rows. */
  readonly rows: ReadonlyMap<string, number>;
  /** `table.column` → average bytes of a value. */
  readonly widths: ReadonlyMap<string, number>;
  /** `table.column` → number of distinct values. */
  readonly distinct: ReadonlyMap<string, number>;
  readonly indexes: readonly ExistingIndex[];
  /** Names that are taken, in any schema. */
  readonly taken: ReadonlySet<string>;
  /** Invalid indexes: their build was aborted, or is running. */
  readonly broken: readonly { readonly table: string; readonly name: string }[];
  /** Whether the extension for text indexes is installed. */
  readonly hasTrigrams: boolean;
  /** The schema of the extension for hypothetical indexes; null if it is not installed. */
  readonly hypothetical: string | null;
}

export interface Plan {
  /** In the planner's unit. */
  readonly cost: number;
  /** Tables that are read in full. */
  readonly wholly: readonly string[];
  /** Number of rows of the largest sort. */
  readonly sorted: number;
  /** Table → rows that are read from the table and not only from an index, unless a limit stops first. */
  readonly visited: ReadonlyMap<string, number>;
}

/** Whether an index of this name exists, but is invalid. */
export function isBroken({ broken }: DatabaseFacts, table: string, name: string): boolean {
  return broken.some((index) => index.table === table && index.name === name);
}

/** A name in double quotes, as in standard SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Qualified name of a table, or of another object in its schema. */
export function qualified(
  quote: (name: string) => string,
  table: string,
  { tables }: DatabaseFacts,
  name = tables.get(table)?.name ?? table,
): string {
  const found = tables.get(table);

  return found && !found.isVisible ? `${quote(found.schema)}.${quote(name)}` : quote(name);
}

/** Key of a table in the facts. */
export function labelOf(
  { schema, name }: { readonly schema: string; readonly name: string },
  catalogue: Catalogue,
): string {
  const table = catalogue.find({ schema, name });

  return table ? tableLabel(table) : `${schema}.${name}`;
}

export function tablesByLabel({ tables }: Catalogue): DatabaseFacts['tables'] {
  return new Map(tables.map((table) => [tableLabel(table), table]));
}
