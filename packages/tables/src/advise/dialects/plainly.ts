import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../../definition/defineTable.ts';
import { type Catalogue, tableLabel } from '../../query/catalogue.ts';
import type { IndexCandidate } from '../IndexCandidate.ts';
import type { AdviceDialect, DatabaseFacts } from './AdviceDialect.ts';

type ReadFacts = (
  db: Kysely<AnyDatabase>,
  catalogue: Catalogue,
) => Promise<Pick<DatabaseFacts, 'rows' | 'taken'>>;

/** For databases of which b-trees alone are advised, and whose planner gives no costs to compare. */
export function plainly(quote: (name: string) => string, read: ReadFacts): AdviceDialect {
  return {
    findsTexts: false,
    movesNulls: false,
    nullsFirst: (descending) => !descending,
    facts: async (db, catalogue) => ({
      ...(await read(db, catalogue)),
      widths: new Map(),
      distinct: new Map(),
      indexes: ascending(catalogue),
      broken: new Set(),
      hasTrigrams: false,
    }),
    explain: async () => null,
    statements({ table, keys }, name) {
      const terms = keys.map(({ column, descending }) => `${quote(column)}${descending ? ' DESC' : ''}`);

      return [`CREATE INDEX ${quote(name)} ON ${quote(table)} (${terms.join(', ')})`];
    },
    indexSize: null,
  };
}

/** The indexes that the catalogue tells, which are taken to ascend. */
function ascending({ tables }: Catalogue): IndexCandidate[] {
  return tables.flatMap((table) =>
    table.indexes.map(({ columns }) => ({
      table: tableLabel(table),
      kind: 'order' as const,
      keys: columns.map((column) => ({ column, descending: false, nullsFirst: true })),
    })),
  );
}
