import { longestText } from './TableState.ts';

/** A text that the server would take: not too long, and one that a database can hold. */
export function isText(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= longestText && !value.includes('\0') && value.isWellFormed()
  );
}
