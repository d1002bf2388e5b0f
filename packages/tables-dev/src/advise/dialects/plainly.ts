import type { AnyDatabase, Catalogue } from '@rowhouse/tables/internal';
import type { Kysely } from 'kysely';
import { type AdviceDialect, type DatabaseFacts, tablesByLabel } from './AdviceDialect.ts';

export interface PlainDialect {
  readonly quote: (name: string) => string;
  readonly facts: (
    db: Kysely<AnyDatabase>,
    catalogue: Catalogue,
  ) => Promise<Pick<DatabaseFacts, 'rows' | 'taken' | 'indexes'>>;
  /** What follows CREATE INDEX: the index and the table. */
  readonly target: (name: string, table: string, facts: DatabaseFacts) => string;
  readonly drop: AdviceDialect['drop'];
}

/** For databases with b-tree advice only, whose planner returns no costs to compare. */
export function plainly({ quote, facts: read, target, drop }: PlainDialect): AdviceDialect {
  return {
    findsTexts: false,
    movesNulls: false,
    nullsFirst: (descending) => !descending,
    facts: async (db, catalogue) => ({
      ...(await read(db, catalogue)),
      tables: tablesByLabel(catalogue),
      widths: new Map(),
      distinct: new Map(),
      broken: [],
      hasTrigrams: false,
      hypothetical: null,
    }),
    explain: async () => null,
    statements({ table, keys }, name, facts) {
      const terms = keys.map(({ column, descending }) => `${quote(column)}${descending ? ' DESC' : ''}`);

      return [`CREATE INDEX ${target(name, table, facts)} (${terms.join(', ')})`];
    },
    drop,
    measuring: null,
  };
}
