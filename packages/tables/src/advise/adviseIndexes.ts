import type { Table } from '../definition/Table.ts';
import { smallTable } from '../query/catalogue.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { Advice, AdviceGain, AdviseOptions, IndexProposal } from './Advice.ts';
import type { AdviceDialect, DatabaseFacts, Plan } from './dialects/AdviceDialect.ts';
import { adviceDialectOf } from './dialects/adviceDialectOf.ts';
import { estimatedCost, estimatedSize } from './estimates.ts';
import { explainFeature, queryFor } from './explainFeature.ts';
import type { Feature } from './Feature.ts';
import { featuresOf } from './featuresOf.ts';
import { covers, type IndexCandidate, indexName, withoutCovered } from './IndexCandidate.ts';
import { type Measured, measureIndexes } from './measureIndexes.ts';

/** An index that is not there, and the feature that wants it. */
interface Wish {
  readonly candidate: IndexCandidate;
  readonly table: Table;
  readonly feature: Feature;
  readonly plan: Plan | null;
}

const defaultMeasureUpTo = 2_000_000;
/** A part of the present cost that an index has to save to be worth its upkeep: a half. */
const worthwhile = 0.5;

/** Looks at what the tables let people ask, and says which indexes would serve that. Changes nothing. */
export async function adviseIndexes(
  runtime: TableRuntime,
  tables: readonly Table[],
  { measure = false, measureUpTo = defaultMeasureUpTo }: AdviseOptions = {},
): Promise<Advice> {
  const dialect = adviceDialectOf(runtime.dialect);
  const facts = await dialect.facts(runtime.db, await runtime.catalogue.refresh());
  const wishes: Wish[] = [];
  const notes: string[] = [];

  for (const table of tables) {
    const found = await wishesOf(runtime, table, dialect, facts);
    wishes.push(...found.wishes);
    notes.push(...found.notes);
  }

  const distinct = withoutCovered(wishes);
  const isMeasured = ({ candidate }: Wish) =>
    measure && (facts.rows.get(candidate.table) ?? 0) <= measureUpTo;
  const measured =
    measure && dialect.indexSize
      ? await measureIndexes(
          runtime,
          dialect,
          facts,
          distinct.filter(isMeasured).map(({ candidate }) => candidate),
          wishes,
        )
      : null;

  if (measure && !dialect.indexSize)
    notes.push('This database cannot measure: its planner gives no costs to compare.');

  const taken = new Set(facts.taken);
  const proposals = distinct.map((wish) => {
    const name = indexName(wish.candidate, taken);
    taken.add(name);
    const served = wishes.filter(({ candidate }) => covers(wish.candidate, candidate));

    return proposal(wish.candidate, name, served, {
      dialect,
      facts,
      measured: isMeasured(wish) ? measured : null,
    });
  });
  const worth = proposals.filter(({ gain }) => gain === null || gain.after <= gain.before * worthwhile);

  notes.push(
    ...proposals
      .filter((each) => !worth.includes(each))
      .map(
        ({ table, columns, gain }) =>
          `${table} (${columns.join(', ')}): left out, it would save less than half of what is spent now (cost ${gain?.before} → ${gain?.after}).`,
      ),
  );

  notes.push(
    ...worth
      .filter(({ name }) => facts.broken.has(name))
      .map(
        ({ name }) =>
          `${name} is invalid, and serves nothing: its build was broken off, or goes on. If nobody builds it (pg_stat_progress_create_index), it is to be dropped, as the statements do.`,
      ),
  );

  return {
    proposals: worth.toSorted((a, b) => rank(a) - rank(b) || saved(b) - saved(a)),
    notes: [...new Set(notes)],
  };
}

async function wishesOf(runtime: TableRuntime, table: Table, dialect: AdviceDialect, facts: DatabaseFacts) {
  const request = parseRequest({}, table.rules);
  const prepared = await queryFor(runtime, table, request);
  const { features, notes } = featuresOf({ table, prepared, request, facts, dialect });
  const wishes: Wish[] = [];
  const told = [...notes];
  const small = new Set<string>();

  for (const feature of features) {
    const missing = feature.candidates.filter(
      (candidate) => !facts.indexes.some((index) => serves(index, candidate, feature)),
    );
    const large = missing.filter(({ table: name }) => {
      const isLarge = (facts.rows.get(name) ?? 0) >= smallTable;
      if (!isLarge) small.add(name);

      return isLarge;
    });
    if (large.length === 0) continue;

    const plan = await explainFeature(runtime, table, feature, dialect);
    wishes.push(
      ...large
        .filter(({ table: name }) => plan === null || isHeavy(plan, name, feature, facts))
        .map((candidate) => ({ candidate, table, feature, plan })),
    );
  }
  for (const name of small) {
    const rows = facts.rows.get(name) ?? -1;
    told.push(
      rows < 0
        ? `${name}: the database does not know how many rows it has. Run ANALYZE, then ask again.`
        : `${name}: it has ${rows.toLocaleString('en')} rows, and below ${smallTable.toLocaleString('en')} it is read whole as fast as by an index.`,
    );
  }

  return { wishes, notes: told };
}

/** What filters needs no more than to begin with the column; what is ordered needs all of the order. */
function serves(index: IndexCandidate, candidate: IndexCandidate, { kind }: Feature): boolean {
  return kind !== 'sort' && candidate.kind === 'order'
    ? index.kind === 'order' &&
        index.table === candidate.table &&
        index.keys[0]?.column === candidate.keys[0]?.column
    : covers(index, candidate);
}

/** Whether the present plan has something to gain: it reads the table whole, or sorts much to show little. */
function isHeavy(plan: Plan, table: string, { kind }: Feature, facts: DatabaseFacts): boolean {
  // Of a text that is rare the planner may hope to meet the first rows early, and has to read all.
  if (kind === 'search') return true;

  return plan.wholly.includes(table) || (kind === 'sort' && plan.sorted >= (facts.rows.get(table) ?? 0) / 2);
}

interface ProposalContext {
  readonly dialect: AdviceDialect;
  readonly facts: DatabaseFacts;
  readonly measured: Measured | null;
}

function proposal(
  candidate: IndexCandidate,
  name: string,
  served: readonly Wish[],
  context: ProposalContext,
): IndexProposal {
  const { dialect, facts, measured } = context;
  const size = measured?.sizes.get(candidate);
  const estimate = estimatedSize(candidate, facts);

  return {
    table: candidate.table,
    columns: candidate.keys.map(({ column }) => column),
    kind: candidate.kind,
    name,
    statements: dialect.statements(candidate, name, facts, true),
    reasons: [...new Map(served.map((wish) => [wish.feature, wish])).values()].map(
      ({ table, feature, plan }) => ({
        template: table.id,
        feature: feature.name,
        plan: plan && planText(plan, facts),
      }),
    ),
    rows: facts.rows.get(candidate.table) ?? 0,
    gain: bestGain(served, context),
    size:
      size !== undefined
        ? { bytes: size, basis: 'measured' }
        : estimate === null
          ? null
          : { bytes: estimate, basis: 'estimated' },
  };
}

function bestGain(served: readonly Wish[], { facts, measured }: ProposalContext): AdviceGain | null {
  const gains = served.flatMap(({ feature, plan, candidate }): AdviceGain[] => {
    if (!plan) return [];
    const after = measured?.costs.get(feature);
    const before = Math.round(plan.cost);
    const { table, keys } = candidate;
    const estimate = estimatedCost(
      feature.kind,
      facts.rows.get(table) ?? 0,
      feature.request.length,
      facts.distinct.get(`${table}.${keys[0]?.column}`),
    );

    return [
      after === undefined
        ? { feature: feature.name, before, after: Math.min(before, estimate), basis: 'estimated' }
        : { feature: feature.name, before, after: Math.round(after), basis: 'measured' },
    ];
  });

  return gains.toSorted((a, b) => b.before - b.after - (a.before - a.after))[0] ?? null;
}

/** What every visitor asks comes first. */
function rank({ reasons }: IndexProposal): number {
  const order = ['default sort', 'search'];
  const ranks = reasons.map(({ feature }) => order.indexOf(feature)).filter((place) => place >= 0);

  return Math.min(order.length, ...ranks);
}

function saved({ gain }: IndexProposal): number {
  return gain ? gain.before - gain.after : 0;
}

function planText({ wholly, sorted }: Plan, { rows }: DatabaseFacts): string {
  const count = (number: number) => Math.round(number).toLocaleString('en');
  const parts = [
    ...wholly.map((table) => `reads all of ${table} (${count(rows.get(table) ?? 0)} rows)`),
    ...(sorted > 0 ? [`sorts ${count(sorted)} rows`] : []),
  ];

  return parts.length > 0 ? parts.join(', ') : 'follows an index until enough rows match';
}
