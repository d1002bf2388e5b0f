import type { TranslateText } from '@rowhouse/problems';
import { english, inLanguage } from '@rowhouse/problems/internal';
import type { ActionPreview } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import type { ActionInput } from '../definition/ActionInput.ts';
import { conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { dropUnusedJoins } from '../query/dropUnusedJoins.ts';
import type { Builder } from '../query/HostQuery.ts';
import { where } from '../query/pageQuery.ts';
import { limitedReads, type Reads } from '../runtime/reads.ts';
import { updateTarget } from '../update/UpdateTarget.ts';
import { countOutcomes, type RunUpdate } from '../update/updateStatements.ts';
import { withInput } from '../update/withInput.ts';
import type { NamedAction } from './planInput.ts';
import { previewRows } from './previewRows.ts';

export interface PreviewOptions {
  readonly input: ActionInput;
  /** Whether the user may read the rows of the table. */
  readonly mayRead: boolean;
  readonly signal: AbortSignal;
  /** Of the messages of refusals. */
  readonly translate: TranslateText | undefined;
}

/**
 * What an action would do now, by the statements of the action itself. Nothing is written or locked. The rows of an action with
 * functions are only counted.
 */
export async function previewAction(
  query: TableQuery,
  { name, action }: NamedAction,
  { input, mayRead, signal, translate = english }: PreviewOptions,
): Promise<ActionPreview> {
  const { runtime, table, turns } = query;
  const reads = limitedReads(runtime, { limits: table.config.limits, turns, signal });
  if (!action.update) return { count: await countRows(query, reads) };
  const target = withInput(updateTarget(table, query.query, name, action.update), input);
  const update = { query, target, now: runtime.now() };
  const counts = await countRecords(update, query, reads);
  if (!mayRead) return counts;
  const { columns, rows } = await previewRows(update, query, reads);

  return {
    ...counts,
    columns,
    rows: rows.map(({ refused, ...row }) => ({
      ...row,
      ...(refused !== null && { refused: inLanguage(refused, translate) }),
    })),
  };
}

async function countRecords(update: RunUpdate, query: TableQuery, { count }: Reads) {
  const { builder, lookups } = query.query;
  const ids = update.target.record.ids.map(({ source }, index) => sql`${source}`.as(`rowhouse_id_${index}`));
  const records = where(builder.clearSelect() as unknown as Builder, conditionsOf(query))
    .select(ids)
    .withPlugin(dropUnusedJoins(lookups)) as unknown as Builder;
  const [found] = await count(countOutcomes(update, records).compile(query.runtime.rawDb));

  return { count: Number(found?.count ?? 0), refused: Number(found?.refused ?? 0) };
}

async function countRows(query: TableQuery, { count }: Reads): Promise<number> {
  const { builder, rowId, lookups, decomposable } = query.query;
  const rows = decomposable
    ? where(builder.clearSelect() as unknown as Builder, conditionsOf(query))
        .select(rowId.as('row_id'))
        .withPlugin(dropUnusedJoins(lookups))
    : where(builder, conditionsOf(query));
  const counted = query.runtime.db
    .selectFrom(rows.as('matching'))
    .select((eb) => eb.fn.countAll().as('count'));
  const [found] = await count(counted.compile());

  return Number(found?.count ?? 0);
}
