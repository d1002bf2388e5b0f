import { parseTableName } from '../query/TableName.ts';

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

/** An index that is there, of all rows and usable, with the keys that the database adds at its end. */
export interface ExistingIndex extends IndexCandidate {
  readonly name: string;
  /** Whether it does nothing but serve queries by its keys: it belongs to no constraint, and holds no other columns. */
  readonly isDroppable: boolean;
}

/** The same order for any two that serve the same: a b-tree is read from either end, so its first key ascends. */
export function canonical(keys: readonly IndexKey[]): readonly IndexKey[] {
  return keys[0]?.descending
    ? keys.map(({ column, descending, nullsFirst }) => ({
        column,
        descending: !descending,
        nullsFirst: !nullsFirst,
      }))
    : keys;
}

/** Whether whatever the candidate serves is served by another index, too: it begins with the same keys. */
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

/** Without those that another one covers. */
export function withoutCovered<T extends { readonly candidate: IndexCandidate }>(wanted: readonly T[]): T[] {
  return wanted.filter(
    ({ candidate }, index) =>
      !wanted.some(
        (other, place) =>
          place !== index &&
          covers(other.candidate, candidate) &&
          // Of two that cover each other, the first stays.
          (!covers(candidate, other.candidate) || place < index),
      ),
  );
}

/** At most the 63 characters that PostgreSQL keeps of a name; with a number, as PostgreSQL does it, where it is taken. */
export function indexName({ table, kind, keys }: IndexCandidate, isTaken: (name: string) => boolean): string {
  const columns = keys.map(({ column, descending }) => (descending ? `${column}_desc` : column)).join('_');

  for (let number = 0; ; number += 1) {
    const end = `_${kind === 'text' ? 'trgm' : 'idx'}${number || ''}`;
    const name = `${parseTableName(table).name}_${columns}`.slice(0, 63 - end.length) + end;
    if (!isTaken(name)) return name;
  }
}
