import { withSafeTexts } from '@rowhouse/drivers';
import { type EnglishText, Text } from '@rowhouse/problems';
import type { AnyRow } from '../definition/TableContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { ListPart } from '../query/actionTables.ts';
import { textOfValue } from '../rows/rowFormatter.ts';
import { placeholder } from '../template/updateFaults.ts';
import { updateTarget } from '../update/UpdateTarget.ts';
import { skipped } from '../update/updateStatements.ts';
import { withInput } from '../update/withInput.ts';
import { type RowOutcome, writeRows } from '../update/writeRows.ts';
import type { CallPlace } from './CallContext.ts';
import { callHandler, failureMessage } from './callHandler.ts';
import { type Attempt, type FailedRow, failed, failureOf, type HandledRows } from './handleRows.ts';
import { readKeys, readRows } from './readChunk.ts';

/**
 * Runs a declared update for the rows of a chunk. If the database refuses the statement, the chunk is bisected until
 * the refused rows are found; only they fail. Rejects when the transaction is lost.
 */
export async function updateRows(
  part: ListPart,
  place: CallPlace,
  { givenUp }: Attempt,
  startedAt: number,
): Promise<HandledRows> {
  const { run, transaction } = place;
  const { query, action, actionName, cancel, pause } = run;
  if (!action.update) throw new Error(`The action "${actionName}" has no update.`);
  const update = {
    query,
    target: withInput(updateTarget(query.table, query.query, actionName, action.update), run.input),
    now: new Date(startedAt),
  };
  const keys = await readKeys(transaction, query, part);
  const results: (RowOutcome | { readonly error: unknown })[] = [];
  const pending: (readonly [start: number, end: number])[] = [[0, keys.length]];
  let conflict: unknown = null;

  for (let range = pending.pop(); range; range = pending.pop()) {
    if (cancel.aborted || pause.aborted) break;
    const [start, end] = range;
    let written: readonly RowOutcome[] = [];
    const outcome = givenUp
      ? failed(givenUp)
      : await callHandler(async ({ db }) => {
          const own = withSafeTexts(db.withoutPlugins());
          const rows = { ...part, start: part.start + start, end: part.start + end };
          written = await writeRows(update, { own, host: db }, keys.slice(start, end), rows);
        }, place);

    if (outcome.kind === 'conflict') {
      conflict = outcome.error;
      break;
    }
    if (outcome.kind === 'done') results.push(...written);
    else if (end - start === 1) results.push({ error: outcome.error });
    else {
      const middle = Math.ceil((start + end) / 2);
      pending.push([middle, end], [start, middle]);
    }
  }

  return {
    done: results.length,
    gone: results.filter((result) => result === 'gone').length,
    failures: await failuresOf(results, { keys, part, place }),
    conflict,
  };
}

interface ListedRows {
  readonly keys: readonly string[];
  readonly part: ListPart;
  readonly place: CallPlace;
}

/** The refused rows with their messages. They are read only if there are any. */
async function failuresOf(
  results: readonly (RowOutcome | { readonly error: unknown })[],
  { keys, part, place: { run, transaction } }: ListedRows,
): Promise<FailedRow[]> {
  const isFailed = (result: (typeof results)[number]) =>
    typeof result === 'object' || (typeof result === 'number' && result !== skipped);
  if (!results.some(isFailed)) return [];
  const rows = await readRows(transaction, run.query, keys, part);

  return results.flatMap((result, place): FailedRow[] => {
    if (!isFailed(result)) return [];
    const row = rows[place] ?? {
      [run.query.table.template.dtRowId]: keys[place],
      dtRowId: keys[place] ?? '',
    };
    const message =
      typeof result === 'object'
        ? failureMessage(result.error, run, [row])
        : refusalOf(run.action.update?.refuse?.[Number(result)]?.message ?? '', row, run.query);

    return [{ place, failure: failureOf(row, run, message) }];
  });
}

/** The message of a template with the row's value of each `{column}`, to be translated where it is shown. */
export function refusalOf(message: string, row: AnyRow, query: TableQuery): Text {
  const { timeZone } = query.context;
  const names = [...message.matchAll(placeholder)].flatMap(([, name]) => name ?? []);

  return new Text(
    message as EnglishText,
    Object.fromEntries(names.map((name) => [name, textOfValue(row, name, query, timeZone) ?? '–'])),
  );
}
