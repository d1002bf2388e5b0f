import type { ColumnKind } from '../Dialect.ts';

const kinds: Record<string, ColumnKind> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  citext: 'text',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
};

export function columnKind(dataType: string): ColumnKind {
  return kinds[dataType] ?? 'other';
}
