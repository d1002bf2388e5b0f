import { countOf, isRecord, recordsOf, textOf } from './shape.ts';

/** Rows that an action failed on. */
export interface ActionFailures {
  /** Those that the response lists; servers list the first ones only. */
  readonly listed: readonly { readonly id: string; readonly message: string }[];
  /** All of them. */
  readonly count: number;
}

export function readFailures(answer: unknown): ActionFailures {
  const { failed, failedCount } = isRecord(answer) ? answer : {};
  const listed = recordsOf(failed).flatMap(({ dtRowId, message }) =>
    typeof dtRowId === 'string' || typeof dtRowId === 'number'
      ? [{ id: String(dtRowId), message: textOf(message) }]
      : [],
  );

  return { listed, count: Math.max(listed.length, countOf(failedCount, 0)) };
}
