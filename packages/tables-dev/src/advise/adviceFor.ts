import type { Table } from '@rowhouse/tables';
import {
  type Dialect,
  parseRequest,
  smallTable,
  type TableRuntime,
  tableLabel,
} from '@rowhouse/tables/internal';
import type { Advice, AdviceGain, AdviseOptions, IndexProposal } from './Advice.ts';
import { type AdviceDialect, type DatabaseFacts, isBroken, type Plan } from './dialects/AdviceDialect.ts';
import { mysql } from './dialects/mysql.ts';
import { postgres } from './dialects/postgres.ts';
import { sqlite } from './dialects/sqlite.ts';
import { explainFeature, queryFor } from './explainFeature.ts';
import { deepPageOf, estimatedCost, estimatedSize, type Feature } from './Feature.ts';
import { featuresOf } from './featuresOf.ts';
import { covers, type IndexCandidate, indexName, withoutCovered } from './IndexCandidate.ts';
import { type Measured, measureIndexes } from './measureIndexes.ts';

/** A missing index, and the feature that needs it. */
interface Wish {
  readonly candidate: IndexCandidate;
  readonly table: Table;
  readonly feature: Feature;
  readonly plan: Plan | null;
}

/** The minimum share of the present cost that an index has to save to be worth its maintenance: a half. */
const worthwhile = 0.5;
/** The share of a table that a deep page must read row by row before an index that avoids this is considered. */
const manyVisits = 0.1;

/** Proposes indexes for what the tables let users search, sort and filter. Changes nothing. */
export async function adviceFor(
  runtime: TableRuntime,
  tables: readonly Table[],
  options: AdviseOptions = {},
): Promise<Advice> {
  const dialect = adviceDialectOf(runtime.dialect);
  // The catalogue contains the schemas that queries have used before it was read.
  for (const table of tables) await queryFor(runtime, table, parseRequest({}, table.rules));
  const facts = await dialect.facts(runtime.rawDb, await runtime.catalogue.refresh());
  const wishes: Wish[] = [];
  const notes: string[] = [];

  for (const table of tables) {
    const found = await wishesOf(runtime, table, dialect, facts);
    wishes.push(...found.wishes);
    notes.push(...found.notes);
  }

  const distinct = withoutCovered(wishes);
  const proposed = distinct.map(({ candidate }) => candidate);
  const measured = options.measure
    ? await measureIndexes({ runtime, dialect, facts, proposed, wishes }, options)
    : null;
  notes.push(...(measured?.notes ?? []));

  const taken = new Set(facts.taken);
  const proposals = proposed.map((candidate) => {
    const isTaken = (name: string) => taken.has(name) && !isBroken(facts, candidate.table, name);
    const name = indexName(candidate, isTaken);
    taken.add(name);
    const served = wishes.filter((wish) => covers(candidate, wish.candidate));

    return proposal(candidate, name, served, { dialect, facts, measured });
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
      .filter(({ table, name }) => isBroken(facts, table, name))
      .map(
        ({ name }) =>
          `${name} is invalid, and serves nothing: its build was broken off, or is running. If no session builds it (pg_stat_progress_create_index), it is to be dropped, as the statements do.`,
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
  const reported = [...notes];
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

    const found = await heavyOf(feature, large);
    if (found.length > 0 || feature.kind !== 'sort') {
      wishes.push(...found);
      continue;
    }

    // The first page is fast; pages in the middle may still be slow.
    const [{ table: name } = { table: '' }] = large;
    const deep = deepPageOf(feature, facts.rows.get(name) ?? 0);
    const deepWishes = await heavyOf(deep, large);
    const { wholeTable, windowed } = prepared.query;
    if (wholeTable && !windowed && tableLabel(wholeTable) === name) wishes.push(...deepWishes);
    else if (deepWishes.length > 0) reported.push(deepNote(table, deep, large));
  }
  for (const name of small) {
    const rows = facts.rows.get(name) ?? -1;
    reported.push(
      rows < 0
        ? `${name}: the database does not know how many rows it has. Run ANALYZE, then ask again.`
        : `${name}: it has ${rows.toLocaleString('en')} rows, and below ${smallTable.toLocaleString('en')} it is read whole as fast as by an index.`,
    );
  }

  return { wishes, notes: reported };

  async function heavyOf(feature: Feature, candidates: readonly IndexCandidate[]): Promise<Wish[]> {
    const plan = await explainFeature(runtime, table, feature, dialect, facts);

    return candidates
      .filter(({ table: name }) => plan === null || isHeavy(plan, name, feature, facts))
      .map((candidate) => ({ candidate, table, feature, plan }));
  }
}

/** Skipped rows are read if conditions or joins of the query need their columns: this index alone does not help. */
function deepNote({ id }: Table, { name }: Feature, [candidate]: readonly IndexCandidate[]): string {
  const columns = candidate?.keys.map(({ column }) => column).join(', ');

  return `${id}, ${name}: it reads the rows that it skips. An index on ${candidate?.table} (${columns}) does not spare that, since the query has conditions, groups, or joins that may leave rows out.`;
}

/** An index for a filter only has to begin with the column; one for a sort needs all of its columns. */
function serves(index: IndexCandidate, candidate: IndexCandidate, { kind }: Feature): boolean {
  return kind !== 'sort' && candidate.kind === 'order'
    ? index.kind === 'order' &&
        index.table === candidate.table &&
        index.keys[0]?.column === candidate.keys[0]?.column
    : covers(index, candidate);
}

/** Whether the present plan can be improved: it reads a whole table, or sorts many rows to return few. */
function isHeavy(plan: Plan, table: string, { kind, offset }: Feature, facts: DatabaseFacts): boolean {
  // For a rare text the planner may expect early matches, although it has to read all rows.
  if (kind === 'search') return true;
  const rows = facts.rows.get(table) ?? 0;

  return (
    plan.wholly.includes(table) ||
    (kind === 'sort' && plan.sorted >= rows / 2) ||
    (offset > 0 && (plan.visited.get(table) ?? 0) >= rows * manyVisits)
  );
}

interface ProposalContext {
  readonly dialect: AdviceDialect;
  readonly facts: DatabaseFacts;
  readonly measured: Measured | null;
}

function proposal(
  candidate: IndexCandidate,
  name: string,
  wishes: readonly Wish[],
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
    reasons: [...new Map(wishes.map((wish) => [wish.feature, wish])).values()].map(
      ({ table, feature, plan }) => ({
        template: table.id,
        feature: feature.name,
        plan: plan && planText(plan, feature, facts),
      }),
    ),
    rows: facts.rows.get(candidate.table) ?? 0,
    superfluous: facts.indexes
      .filter((index) => index.isDroppable && index.kind === 'order' && covers(candidate, index))
      .map((index) => ({ name: index.name, statement: dialect.drop(index.name, index.table, facts) })),
    gain: bestGain(wishes, context),
    size:
      size !== undefined
        ? { bytes: size, basis: 'measured' }
        : estimate === null
          ? null
          : { bytes: estimate, basis: 'estimated' },
  };
}

function bestGain(wishes: readonly Wish[], { facts, measured }: ProposalContext): AdviceGain | null {
  const gains = wishes.flatMap(({ feature, plan, candidate }): AdviceGain[] => {
    if (!plan) return [];
    const after = measured?.costs.get(feature);
    const before = Math.round(plan.cost);
    const { table, keys } = candidate;
    const estimate = estimatedCost(
      feature,
      facts.rows.get(table) ?? 0,
      facts.distinct.get(`${table}.${keys[0]?.column}`),
    );

    return [
      measured === null || after === undefined
        ? { feature: feature.name, before, after: Math.min(before, estimate), basis: 'estimated' }
        : { feature: feature.name, before, after: Math.round(after), basis: measured.basis },
    ];
  });

  return gains.toSorted((a, b) => b.before - b.after - (a.before - a.after))[0] ?? null;
}

/** Features that every visitor uses come first. */
function rank({ reasons }: IndexProposal): number {
  const order = ['default sort', 'search'];
  const ranks = reasons.map(({ feature }) => order.indexOf(feature)).filter((place) => place >= 0);

  return Math.min(order.length, ...ranks);
}

function saved({ gain }: IndexProposal): number {
  return gain ? gain.before - gain.after : 0;
}

function planText({ wholly, sorted }: Plan, { offset, request }: Feature, { rows }: DatabaseFacts): string {
  const count = (number: number) => Math.round(number).toLocaleString('en');
  const parts = [
    ...wholly.map((table) => `reads all of ${table} (${count(rows.get(table) ?? 0)} rows)`),
    ...(offset > 0 && wholly.length === 0 ? [`reads the ${count(offset)} rows that it skips`] : []),
    // The rows of the page itself are sorted, too.
    ...(sorted > request.length ? [`sorts ${count(sorted)} rows`] : []),
  ];

  return parts.length > 0 ? parts.join(', ') : 'follows an index until enough rows match';
}

const dialects: Readonly<Record<Dialect['name'], AdviceDialect>> = { postgres, mysql, sqlite };

function adviceDialectOf({ name }: Dialect): AdviceDialect {
  return dialects[name];
}
