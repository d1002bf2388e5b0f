import { createHash } from 'node:crypto';
import type { MarkedSort } from '../PageMarks.ts';

/** How the functions of a sort write its columns. */
export interface MarkNames {
  /** The table of the marks, in quotes as all names here. */
  readonly marks: string;
  readonly changes: string;
  readonly source: string;
  /** `"placed_at", "id"`; with an alias, `m."placed_at", m."id"`. */
  list(alias?: string): string;
  /** An ORDER BY list, downwards. */
  downwards(alias: string): string;
  readonly sort: MarkedSort;
  /** `name` as text. */
  readonly literal: string;
}

export function nameOf({ table, columns }: MarkedSort): string {
  const hash = createHash('md5')
    .update(JSON.stringify([table, columns]))
    .digest('hex');

  return `rowhouse_marks_${hash.slice(0, 16)}`;
}

export function namesOf(sort: MarkedSort): MarkNames {
  const name = nameOf(sort);
  const list = (alias?: string) =>
    sort.columns.map((column) => `${alias === undefined ? '' : `${alias}.`}${quoted(column)}`).join(', ');

  return {
    marks: quoted(name),
    changes: quoted(`${name}_changes`),
    source: sort.table.split('.').map(quoted).join('.'),
    list,
    downwards: (alias) => list(alias).replaceAll(', ', ' desc, ').concat(' desc'),
    sort,
    literal: `'${name}'`,
  };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** What a function of a sort is called. */
export function functionOf(name: string, does: 'total' | 'place' | 'keep' | 'record'): string {
  return quoted(`${name}_${does}`);
}
