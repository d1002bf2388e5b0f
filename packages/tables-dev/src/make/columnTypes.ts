import type { Dialect } from '@rowhouse/tables/internal';
import type { DescribedColumn } from './DescribedTable.ts';

/** Binary values. */
export function isBinary({ type }: Pick<DescribedColumn, 'type'>): boolean {
  return /^_?bytea$|blob|binary/i.test(type);
}

/** Types of MySQL that drivers return as special objects, and that it casts to no text. */
const spatial = /^(geometry|point|linestring|polygon|multi\w+|geom\w*collection)$/;

export function isSpatial({ type }: Pick<DescribedColumn, 'type'>, dialect: Dialect['name']): boolean {
  return dialect === 'mysql' && spatial.test(type);
}
