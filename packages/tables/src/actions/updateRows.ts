import { withSafeTexts } from '@rowhouse/drivers';
import { type EnglishText, Text } from '@rowhouse/problems';
import type { AnyRow } from '../definition/TableContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { ListRange } from '../query/actionTables.ts';
import { textOfValue } from '../rows/rowFormatter.ts';
import { placeholder } from '../template/updateFaults.ts';
import { type RunUpdate, skipped } from '../update/updateStatements.ts';
import { type RowOutcome, writeRows } from '../update/writeRows.ts';
import type { CallEnvironment } from './CallContext.ts';
import { failureMessage } from './callHandler.ts';
import { type Attempt, type FailedRow, failureOf, type HandledRows } from './handleRows.ts';
import { inHalves } from './inHalves.ts';
import { readKeys, readRows } from './readChunk.ts';

/** Runs a declared update for the rows of a chunk; rows that the database refuses fail. Rejects when the transaction is lost. */
export async function updateRows(
  range: ListRange,
  environment: CallEnvironment,
  attempt: Attempt,
  update: RunUpdate,
): Promise<HandledRows> {
  const { run, transaction } = environment;
  const keys = await readKeys(transaction, run.query, range);
  const { results, conflict } = await inHalves(keys.length, environment, attempt, (db, start, end) => {
    const rawDb = withSafeTexts(db.withoutPlugins());
    const rows = { ...range, start: range.start + start, end: range.start + end };

    return writeRows(update, { rawDb, host: db }, keys.slice(start, end), {
      range: rows,
      change: run.change,
    });
  });

  return {
    done: results.length,
    gone: results.filter((result) => result === 'gone').length,
    failures: await failuresOf(results, { keys, range, environment }),
    conflict,
  };
}

interface ListedRows {
  readonly keys: readonly string[];
  readonly range: ListRange;
  readonly environment: CallEnvironment;
}

/** The refused rows with their messages. They are read only if there are any. */
async function failuresOf(
  results: readonly (RowOutcome | { readonly error: unknown })[],
  { keys, range, environment: { run, transaction } }: ListedRows,
): Promise<FailedRow[]> {
  const isFailed = (result: (typeof results)[number]) =>
    typeof result === 'object' || (typeof result === 'number' && result !== skipped);
  if (!results.some(isFailed)) return [];
  const rows = await readRows(transaction, run.query, keys, range);

  return results.flatMap((result, index): FailedRow[] => {
    if (!isFailed(result)) return [];
    const row = rows[index] ?? {
      [run.query.table.template.dtRowId]: keys[index],
      dtRowId: keys[index] ?? '',
    };
    const message =
      typeof result === 'object'
        ? failureMessage(result.error, run, [row])
        : refusalOf(run.action.update?.refuse?.[Number(result)]?.message ?? '', row, run.query);

    return [{ index, failure: failureOf(row, run, message) }];
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
