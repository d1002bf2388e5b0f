import { parseTableName } from '@rowhouse/tables/internal';

/** An index that a feature could use. */
export interface IndexCandidate {
  /** Table of the database, by its `tableLabel`. */
  readonly table: string;
  readonly kind: 'order' | 'text';
  readonly keys: readonly IndexKey[];
}

export interface IndexKey {
  readonly column: string;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** An existing, usable index over all rows, including the keys that the database appends. */
export interface ExistingIndex extends IndexCandidate {
  readonly name: string;
  /** Whether it is only used for queries by its keys: it belongs to no constraint, and contains no other columns. */
  readonly isDroppable: boolean;
}

/** A canonical direction for equivalent orders: a b-tree can be read from both ends, so its first key ascends. */
export function canonical(keys: readonly IndexKey[]): readonly IndexKey[] {
  return keys[0]?.descending
    ? keys.map(({ column, descending, nullsFirst }) => ({
        column,
        descending: !descending,
        nullsFirst: !nullsFirst,
      }))
    : keys;
}

/** Whether another index serves everything that the candidate serves: it begins with the same keys. */
export function covers(index: IndexCandidate, candidate: IndexCandidate): boolean {
  if (index.table !== candidate.table || index.kind !== candidate.kind) return false;
  if (candidate.kind === 'text') {
    return candidate.keys.every(({ column }) => index.keys.some((key) => key.column === column));
  }

  const own = canonical(index.keys);

  return canonical(candidate.keys).every((key, position) => {
    const other = own[position];

    return (
      other?.column === key.column &&
      other.descending === key.descending &&
      other.nullsFirst === key.nullsFirst
    );
  });
}

/** Without candidates that another one covers. */
export function withoutCovered<T extends { readonly candidate: IndexCandidate }>(wanted: readonly T[]): T[] {
  return wanted.filter(
    ({ candidate }, index) =>
      !wanted.some(
        (other, place) =>
          place !== index &&
          covers(other.candidate, candidate) &&
          // Of two that cover each other, the first is kept.
          (!covers(candidate, other.candidate) || place < index),
      ),
  );
}

/** At most 63 characters, the limit of PostgreSQL; with a number if the name is taken, as in PostgreSQL. */
export function indexName({ table, kind, keys }: IndexCandidate, isTaken: (name: string) => boolean): string {
  const columns = keys.map(({ column, descending }) => (descending ? `${column}_desc` : column)).join('_');

  for (let number = 0; ; number += 1) {
    const end = `_${kind === 'text' ? 'trgm' : 'idx'}${number || ''}`;
    const name = `${parseTableName(table).name}_${columns}`.slice(0, 63 - end.length) + end;
    if (!isTaken(name)) return name;
  }
}
