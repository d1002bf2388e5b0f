import type { CompiledQuery, Kysely } from 'kysely';
import type { AnyDatabase } from '../../definition/defineTable.ts';
import type { Catalogue } from '../../query/catalogue.ts';
import type { IndexCandidate } from '../IndexCandidate.ts';

type Database = Kysely<AnyDatabase>;

/** What advice needs of a database. Every dialect has a file of the same shape. */
export interface AdviceDialect {
  /** Whether an index can find parts of texts. */
  readonly findsTexts: boolean;
  /** Whether nulls come first where nobody says otherwise. */
  nullsFirst(descending: boolean): boolean;
  /** Whether an index can hold nulls elsewhere. */
  readonly movesNulls: boolean;
  facts(db: Database, catalogue: Catalogue): Promise<DatabaseFacts>;
  /** What the planner would do, without doing it; null where it gives no costs. */
  explain(db: Database, query: CompiledQuery): Promise<Plan | null>;
  /** `online`: without keeping writers waiting, where the database can do that. */
  statements(
    candidate: IndexCandidate,
    name: string,
    facts: DatabaseFacts,
    online: boolean,
  ): readonly string[];
  /** Bytes of an index; null where it cannot be told, and `measure` is refused. */
  indexSize: ((db: Database, name: string) => Promise<number>) | null;
}

export interface DatabaseFacts {
  /** Table → rows, as far as the database knows. */
  readonly rows: ReadonlyMap<string, number>;
  /** `table.column` → average bytes of a value. */
  readonly widths: ReadonlyMap<string, number>;
  /** `table.column` → different values. */
  readonly distinct: ReadonlyMap<string, number>;
  readonly indexes: readonly IndexCandidate[];
  /** Names that an index cannot have, since something has them that stays. */
  readonly taken: ReadonlySet<string>;
  /** Indexes that are of no use: their build was broken off, or goes on. */
  readonly broken: ReadonlySet<string>;
  /** Whether the extension for texts is installed. */
  readonly hasTrigrams: boolean;
}

export interface Plan {
  /** In the planner's unit. */
  readonly cost: number;
  /** Tables that are read whole. */
  readonly wholly: readonly string[];
  /** Rows that are sorted, of the largest sort. */
  readonly sorted: number;
}

/** A name in double quotes, as the standard has it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
