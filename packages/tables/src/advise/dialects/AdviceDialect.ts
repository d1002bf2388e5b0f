import type { CompiledQuery, Kysely } from 'kysely';
import type { AnyDatabase } from '../../definition/defineTable.ts';
import { type Catalogue, type CatalogueTable, tableLabel } from '../../query/catalogue.ts';
import type { ExistingIndex, IndexCandidate } from '../IndexCandidate.ts';

type Database = Kysely<AnyDatabase>;

/** What advice needs of a database. Every dialect has a file of the same shape. */
export interface AdviceDialect {
  /** Whether an index can find parts of texts. */
  readonly findsTexts: boolean;
  /** Whether nulls come first where nobody says otherwise. */
  nullsFirst(descending: boolean): boolean;
  /** Whether an index can hold nulls elsewhere. */
  readonly movesNulls: boolean;
  /** About the tables of the catalogue. */
  facts(db: Database, catalogue: Catalogue): Promise<DatabaseFacts>;
  /** What the planner would do, without doing it; null where it gives no costs. */
  explain(db: Database, query: CompiledQuery, facts: DatabaseFacts): Promise<Plan | null>;
  /** `online`: without keeping writers waiting, where the database can do that. */
  statements(
    candidate: IndexCandidate,
    name: string,
    facts: DatabaseFacts,
    online: boolean,
  ): readonly string[];
  /** Drops an index of a table, without keeping writers waiting where the database can do that. */
  drop(name: string, table: string, facts: DatabaseFacts): string;
  /** How `measure` has indexes whose cost it asks for; null where the planner gives no costs. */
  readonly measuring: Measuring | null;
}

export interface Measuring {
  /** Bytes of an index. */
  size(db: Database, name: string, table: string, facts: DatabaseFacts): Promise<number>;
  /** Whether there can be a hypothetical index of this kind; see `DatabaseFacts.hypothetical`. */
  isHypothetical(candidate: IndexCandidate): boolean;
  /** Gives the planner of this connection an index that is never built. */
  pretend(db: Database, statement: string, facts: DatabaseFacts): Promise<void>;
  /** Takes all such indexes back. */
  forget(db: Database, facts: DatabaseFacts): Promise<void>;
}

/** All tables are named by their `tableLabel`. */
export interface DatabaseFacts {
  readonly tables: ReadonlyMap<string, CatalogueTable>;
  /** Table → rows, as far as the database knows. */
  readonly rows: ReadonlyMap<string, number>;
  /** `table.column` → average bytes of a value. */
  readonly widths: ReadonlyMap<string, number>;
  /** `table.column` → different values. */
  readonly distinct: ReadonlyMap<string, number>;
  readonly indexes: readonly ExistingIndex[];
  /** Names that an index cannot have, since something has them, in whichever schema. */
  readonly taken: ReadonlySet<string>;
  /** Indexes that are of no use: their build was broken off, or is running. */
  readonly broken: readonly { readonly table: string; readonly name: string }[];
  /** Whether the extension for texts is installed. */
  readonly hasTrigrams: boolean;
  /** The schema of the extension for hypothetical indexes; null where it is not installed. */
  readonly hypothetical: string | null;
}

export interface Plan {
  /** In the planner's unit. */
  readonly cost: number;
  /** Tables that are read whole. */
  readonly wholly: readonly string[];
  /** Rows that are sorted, of the largest sort. */
  readonly sorted: number;
  /** Table → rows that are read of it itself and not of an index alone, unless a limit comes first. */
  readonly visited: ReadonlyMap<string, number>;
}

/** Whether an index of this name is there, but serves nothing. */
export function isBroken({ broken }: DatabaseFacts, table: string, name: string): boolean {
  return broken.some((index) => index.table === table && index.name === name);
}

/** A name in double quotes, as the standard has it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table, or something next to it in its schema, as a statement names it. */
export function qualified(
  quote: (name: string) => string,
  table: string,
  { tables }: DatabaseFacts,
  name = tables.get(table)?.name ?? table,
): string {
  const found = tables.get(table);

  return found && !found.isVisible ? `${quote(found.schema)}.${quote(name)}` : quote(name);
}

/** What the facts call a table of a schema. */
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
