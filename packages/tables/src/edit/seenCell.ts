import { isDeepStrictEqual } from 'node:util';
import type { ResponseRow } from '../rows/computeRows.ts';
import type { EditVersion } from './EditTarget.ts';

/** A cell as the client saw it. */
export interface SeenCell {
  /** Null if not sent. */
  readonly expected: { readonly cell: unknown } | null;
  /** Its exact value, null for none; undefined if not sent. */
  readonly expectedExact: string | null | undefined;
}

/** Whether the cell of a row, as the data route returns it, is another one than the client saw. */
export function isOtherCell(
  { expected, expectedExact }: SeenCell,
  column: string,
  shown: ResponseRow,
): boolean {
  const exact = (shown._exact as Readonly<Record<string, string>> | undefined)?.[column] ?? null;

  return (
    (expectedExact !== undefined && expectedExact !== exact) ||
    (expected !== null && !isDeepStrictEqual(asSent(shown[column]), expected.cell))
  );
}

/** Whether the row has another version than the client saw; false if it sent none. */
export function isOtherVersion(
  version: string | null,
  declared: EditVersion | null,
  shown: ResponseRow,
): boolean {
  return version !== null && declared !== null && String(asSent(shown[declared.attribute])) !== version;
}

/** A value after a JSON round trip. */
export function asSent(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
