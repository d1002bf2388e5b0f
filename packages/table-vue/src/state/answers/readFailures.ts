import type { ActionFailure } from '@rowhouse/table-protocol';
import { countOf, isRecord, recordsOf, textOf } from './shape.ts';

/** Rows that an action failed on. */
export interface ActionFailures {
  /** Those that the response lists; servers list the first ones only. */
  readonly listed: readonly ActionFailure[];
  /** All of them. */
  readonly count: number;
}

export function readFailures(answer: unknown): ActionFailures {
  const { failed, failedCount } = isRecord(answer) ? answer : {};
  const listed = readFailureList(failed);

  return { listed, count: Math.max(listed.length, countOf(failedCount, 0)) };
}

/** Rows with an identifier, and why each failed. */
export function readFailureList(value: unknown): ActionFailure[] {
  return recordsOf(value).flatMap(({ dtRowId, name, message }) =>
    typeof dtRowId === 'string' || typeof dtRowId === 'number'
      ? [{ dtRowId, ...(typeof name === 'string' && name !== '' && { name }), message: textOf(message) }]
      : [],
  );
}
