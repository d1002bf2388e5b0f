import type { ColumnKind } from '../Dialect.ts';

const kinds: Record<string, ColumnKind> = {
  char: 'text',
  varchar: 'text',
  tinytext: 'text',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  enum: 'text',
  set: 'text',
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  bigint: 'integer',
  decimal: 'decimal',
  float: 'float',
  double: 'float',
  date: 'date',
  datetime: 'timestamp',
  timestamp: 'timestamp',
};

export function columnKind(dataType: string): ColumnKind {
  return kinds[dataType.toLowerCase()] ?? 'other';
}
