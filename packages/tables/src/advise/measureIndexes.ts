import { sql } from 'kysely';
import type { Table } from '../definition/Table.ts';
import { type TableRuntime, tableRuntime } from '../runtime/TableRuntime.ts';
import type { AdviceDialect, DatabaseFacts } from './dialects/AdviceDialect.ts';
import { explainFeature } from './explainFeature.ts';
import type { Feature } from './Feature.ts';
import type { IndexCandidate } from './IndexCandidate.ts';

export interface Measured {
  /** Feature → cost with the indexes. */
  readonly costs: ReadonlyMap<Feature, number>;
  /** Bytes. */
  readonly sizes: ReadonlyMap<IndexCandidate, number>;
}

class RolledBack extends Error {}

/** Makes the indexes, asks the planner again, and takes everything back. Nothing of it is ever seen by others. */
export async function measureIndexes(
  runtime: TableRuntime,
  dialect: AdviceDialect,
  facts: DatabaseFacts,
  candidates: readonly IndexCandidate[],
  features: readonly { readonly table: Table; readonly feature: Feature }[],
): Promise<Measured> {
  const costs = new Map<Feature, number>();
  const sizes = new Map<IndexCandidate, number>();
  const work = runtime.db.transaction().execute(async (transaction) => {
    for (const [index, candidate] of candidates.entries()) {
      // Not the name that is proposed: whoever builds that one now is not waited for.
      const name = `rowhouse_measured_${index}`;
      for (const statement of dialect.statements(candidate, name, facts, false)) {
        await sql.raw(statement).execute(transaction);
      }
      const bytes = await dialect.indexSize?.(transaction, name);
      if (bytes !== undefined) sizes.set(candidate, bytes);
    }
    // Reads the catalogue anew, so that the engine sends what it sends when the indexes are there.
    const inside = tableRuntime(transaction);
    for (const { table, feature } of features) {
      const plan = await explainFeature(inside, table, feature, dialect);
      if (plan) costs.set(feature, plan.cost);
    }
    throw new RolledBack();
  });

  await work.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });

  return { costs, sizes };
}
