import type { Kysely } from 'kysely';
import type { ActionInput } from '../definition/ActionInput.ts';
import { type ActionTables, inputList } from '../query/actionTables.ts';
import type { ActionRun } from './ActionRun.ts';
import { bookkeeping } from './runRecords.ts';

/** The input of a run, as it is stored with the list of its rows. */
interface StoredInput {
  /** As it was sent, in the order of the names. */
  readonly sent: readonly (readonly [field: string, value: unknown])[];
  /** As it was read, with the defaults of that time. */
  readonly input: ActionInput;
}

/** Keeps the input with a new run. */
export async function storeInput(database: Kysely<ActionTables>, key: number, run: ActionRun): Promise<void> {
  if (run.action.input === undefined) return;
  const stored: StoredInput = { sent: sentBy(run), input: run.input };

  await database
    .insertInto('rowhouse_action_lists')
    .values({ run: key, list: inputList, size: 0, row_ids: JSON.stringify(stored) })
    .execute();
}

/** The run with the input that it was started with. Throws if it is repeated with another one. */
export async function withStoredInput<Run extends ActionRun>(run: Run): Promise<Run> {
  if (run.action.input === undefined) return run;
  const row = await bookkeeping(run.query.runtime.db)
    .selectFrom('rowhouse_action_lists')
    .innerJoin('rowhouse_action_runs', 'rowhouse_action_runs.run', 'rowhouse_action_lists.run')
    .select('row_ids')
    .where('rowhouse_action_runs.id', '=', run.id)
    .where('list', '=', inputList)
    .executeTakeFirst();
  if (row === undefined) return run;
  const { sent, input } = JSON.parse(row.row_ids) as StoredInput;
  if (JSON.stringify(sent) !== JSON.stringify(sentBy(run))) {
    throw new Error(
      `The run ${run.id} of the action "${run.actionName}" of table "${run.query.table.id}" has another input. ` +
        'Give each run a name of its own.',
    );
  }

  return { ...run, input: Object.freeze(input) };
}

function sentBy({ query }: ActionRun): StoredInput['sent'] {
  return Object.entries(query.context.request.input ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
