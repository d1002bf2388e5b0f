import type { AnyRow } from '../definition/defineTable.ts';
import { TableError } from '../errors.ts';
import type { ActionRun } from './ActionRun.ts';

const generalMessage = 'The action failed on this row; the log of the application says why.';

/** What a person is told of rows that failed. An error that was not made for people is told to the application instead. */
export function failureMessage(
  error: unknown,
  { query, id, actionName }: ActionRun,
  rows: readonly AnyRow[],
): string {
  if (isForPeople(error)) return error.message;

  const { table, runtime } = query;
  const [first, ...others] = rows.map((row) => String(row[table.template.dtRowId]));
  const which = others.length === 0 ? `row ${first}` : `rows ${first} to ${others.at(-1)}`;

  runtime.onBackgroundError(
    new Error(`The action "${actionName}" of table "${table.id}" failed on ${which} (run ${id}).`, {
      cause: error,
    }),
  );

  return generalMessage;
}

/** Whether an error has a message that clients may read. */
export function isForPeople(error: unknown): error is TableError {
  return error instanceof TableError && error.status < 500;
}
