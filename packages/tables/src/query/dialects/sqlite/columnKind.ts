import type { ColumnKind } from '../Dialect.ts';

/** By SQLite's own affinity rules, after the names that say more. */
const patterns: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^bool/i, 'boolean'],
  [/^(timestamp|datetime)/i, 'timestamp'],
  [/^date$/i, 'date'],
  [/int/i, 'integer'],
  [/char|clob|text/i, 'text'],
  [/real|floa|doub/i, 'float'],
  [/num|dec/i, 'decimal'],
];

export function columnKind(dataType: string): ColumnKind {
  return patterns.find(([pattern]) => pattern.test(dataType))?.[1] ?? 'other';
}
