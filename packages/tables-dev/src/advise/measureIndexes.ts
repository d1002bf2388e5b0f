import type { Table } from '@rowhouse/tables';
import {
  type Catalogue,
  catalogueOf,
  type TableRuntime,
  tableLabel,
  tableRuntime,
} from '@rowhouse/tables/internal';
import { sql } from 'kysely';
import type { AdviseOptions, MeasuringBuild } from './Advice.ts';
import type { AdviceDialect, DatabaseFacts, Measuring } from './dialects/AdviceDialect.ts';
import { explainFeature } from './explainFeature.ts';
import type { Feature } from './Feature.ts';
import { covers, type IndexCandidate } from './IndexCandidate.ts';

export interface Measured {
  /** Feature → cost with the indexes. */
  readonly costs: ReadonlyMap<Feature, number>;
  readonly basis: 'measured' | 'hypothetical';
  /** Bytes of the built indexes. */
  readonly sizes: ReadonlyMap<IndexCandidate, number>;
  readonly notes: readonly string[];
}

export interface MeasureContext {
  readonly runtime: TableRuntime;
  readonly dialect: AdviceDialect;
  readonly facts: DatabaseFacts;
  readonly proposed: readonly IndexCandidate[];
  readonly wishes: readonly FeatureWish[];
}

/** A feature, and one of its missing indexes. */
interface FeatureWish {
  readonly table: Table;
  readonly feature: Feature;
  readonly candidate: IndexCandidate;
}

const defaultMeasureUpTo = 2_000_000;

class RolledBack extends Error {}

/** The planner's costs with the indexes: hypothetical ones if the database supports them, otherwise built ones. */
export async function measureIndexes(
  context: MeasureContext,
  { confirmBuild = () => false, measureUpTo = defaultMeasureUpTo }: AdviseOptions,
): Promise<Measured | null> {
  const { dialect, facts, proposed } = context;
  const { measuring } = dialect;
  const none = (note: string): Measured => ({
    costs: new Map(),
    basis: 'measured',
    sizes: new Map(),
    notes: [note],
  });

  if (!measuring) return none('This database cannot measure: its planner gives no costs to compare.');
  if (facts.hypothetical !== null) return measurePretended(context, measuring);

  const built = proposed.filter(({ table }) => (facts.rows.get(table) ?? 0) <= measureUpTo);
  if (built.length === 0) return null;

  const build: MeasuringBuild = {
    tables: [...new Set(built.map(({ table }) => table))].toSorted(),
    indexes: built.length,
  };

  return (await confirmBuild(build))
    ? measureBuilt(context, measuring, built)
    : none('Nothing was built to be measured, so the costs are estimated.');
}

/**
 * Creates hypothetical indexes on one connection. They are not in the database's catalogue, so they are added to the
 * engine's copy.
 */
async function measurePretended(context: MeasureContext, measuring: Measuring): Promise<Measured> {
  const { runtime, dialect, facts, proposed } = context;
  const pretended = proposed.filter((candidate) => measuring.isHypothetical(candidate));
  const catalogue = withIndexes(await runtime.catalogue.get(), pretended);
  const costs = await runtime.rawDb.connection().execute(async (rawDb) => {
    try {
      for (const [index, candidate] of pretended.entries()) {
        for (const statement of dialect.statements(candidate, measuredName(index), facts, false)) {
          await measuring.pretend(rawDb, statement, facts);
        }
      }
      const get = async () => catalogue;

      return await costsOf(context, { ...runtime, rawDb, catalogue: { get, refresh: get } }, pretended);
    } finally {
      await measuring.forget(rawDb, facts);
    }
  });

  return {
    costs,
    basis: 'hypothetical',
    sizes: new Map(),
    notes:
      pretended.length < proposed.length
        ? ['There are no hypothetical indexes of texts: costs of what needs them are estimated.']
        : [],
  };
}

/** Builds the indexes, queries the planner again, and rolls everything back. Other sessions never see the indexes. */
async function measureBuilt(
  context: MeasureContext,
  measuring: Measuring,
  built: readonly IndexCandidate[],
): Promise<Measured> {
  const { runtime, dialect, facts } = context;
  const sizes = new Map<IndexCandidate, number>();
  let costs: ReadonlyMap<Feature, number> = new Map();
  const work = runtime.rawDb.transaction().execute(async (transaction) => {
    for (const [index, candidate] of built.entries()) {
      const name = measuredName(index);
      for (const statement of dialect.statements(candidate, name, facts, false)) {
        await sql.raw(statement).execute(transaction);
      }
      sizes.set(candidate, await measuring.size(transaction, name, candidate.table, facts));
    }
    // Reads the catalogue again, so that the engine sends the same statements as if the indexes existed.
    const { catalogue } = tableRuntime(transaction);
    costs = await costsOf(context, { ...runtime, rawDb: transaction, catalogue }, built);
    throw new RolledBack();
  });

  await work.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });

  return { costs, basis: 'measured', sizes, notes: [] };
}

/** Not the proposed name, so that it does not wait for a session that is building that index. */
function measuredName(index: number): string {
  return `rowhouse_measured_${index}`;
}

/** Features whose indexes were all created; for others the planner's cost would be meaningless. */
async function costsOf(
  { dialect, facts, wishes }: MeasureContext,
  inside: TableRuntime,
  made: readonly IndexCandidate[],
): Promise<ReadonlyMap<Feature, number>> {
  const costs = new Map<Feature, number>();

  for (const [feature, lacking] of Map.groupBy(wishes, (wish) => wish.feature)) {
    const [first] = lacking;
    const isMade = lacking.every(({ candidate }) => made.some((index) => covers(index, candidate)));
    if (!first || !isMade) continue;
    const plan = await explainFeature(inside, first.table, feature, dialect, facts);
    if (plan) costs.set(feature, plan.cost);
  }

  return costs;
}

function withIndexes(catalogue: Catalogue, candidates: readonly IndexCandidate[]): Catalogue {
  const tables = catalogue.tables.map((table) => {
    const added = candidates.filter((candidate) => candidate.table === tableLabel(table));

    return {
      ...table,
      indexes: [
        ...table.indexes,
        ...added.map(({ keys }) => ({ columns: keys.map(({ column }) => column), unique: false })),
      ],
    };
  });

  return catalogueOf(tables, catalogue.datesAreUtc);
}
