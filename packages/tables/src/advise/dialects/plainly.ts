import type { Catalogue } from '../../query/catalogue.ts';
import { type IndexCandidate, indexName } from '../IndexCandidate.ts';
import type { AdviceDialect } from './AdviceDialect.ts';

/** For databases of which b-trees alone are advised, and whose planner gives no costs to compare. */
export function plainly(quote: (name: string) => string, facts: AdviceDialect['facts']): AdviceDialect {
  return {
    findsTexts: false,
    movesNulls: false,
    nullsFirst: (descending) => !descending,
    facts,
    explain: async () => null,
    statements(candidate, { taken }) {
      const keys = candidate.keys.map(
        ({ column, descending }) => `${quote(column)}${descending ? ' DESC' : ''}`,
      );

      return [
        `CREATE INDEX ${quote(indexName(candidate, taken))} ON ${quote(candidate.table)} (${keys.join(', ')})`,
      ];
    },
    indexSize: null,
  };
}

/** The indexes that the catalogue tells, which are taken to ascend. */
export function ascending({ indexes }: Catalogue): IndexCandidate[] {
  return [...indexes].flatMap(([table, own]) =>
    own.map(({ columns }) => ({
      table,
      kind: 'order' as const,
      keys: columns.map((column) => ({ column, descending: false, nullsFirst: true })),
    })),
  );
}
