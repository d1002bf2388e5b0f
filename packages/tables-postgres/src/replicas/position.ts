/**
 * Positions in the write-ahead log of PostgreSQL, as text: the timeline and the LSN in hexadecimal digits, such as
 * `2:0/3000148`. A promotion begins another timeline, so a later timeline is a later position whatever its LSN.
 */
const pattern = /^([0-9A-F]{1,8}):([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Whether a text is a position. */
export function isPosition(text: string): boolean {
  return pattern.test(text);
}

/** Whether `position` is at or after `other`. Null is before every position. */
export function isAtLeast(position: string | null, other: string | null): boolean {
  if (other === null) return true;
  if (position === null) return false;

  return numberOf(position) >= numberOf(other);
}

/** The later of two positions; null if both are. */
export function laterOf(first: string | null, second: string | null): string | null {
  return isAtLeast(first, second) ? first : second;
}

function numberOf(position: string): bigint {
  const [, timeline = '', high = '', low = ''] = pattern.exec(position) ?? [];
  if (timeline === '') throw new RangeError(`"${position}" is not a position such as 2:0/3000148.`);

  return BigInt(`0x${timeline}${high.padStart(8, '0')}${low.padStart(8, '0')}`);
}
