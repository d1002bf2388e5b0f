import type { CatalogueTable } from '../query/catalogue.ts';
import type { TableRuntime } from './TableRuntime.ts';

/** What a read saw of the database besides its rows. */
export interface Observation {
  /** The name of its snapshot; null if it was not requested, or is unknown. */
  readonly snapshot: string | null;
  /** The state of the sources of the cached count in that snapshot; null if it was not requested, or is unknown. */
  readonly reading: string | null;
  readonly keys: KeyState;
}

/**
 * Whether the keys that a result relies on are known to have existed. `held`: in the snapshot of the read, or it relies on
 * none. `heldSoFar`: at all times since the catalogue was read, and so in all earlier reads. `unknown`: they have to be verified.
 */
export type KeyState = 'held' | 'heldSoFar' | 'unknown';

/** A result, and what the read of it saw. */
export interface Observed<T> {
  readonly value: T;
  readonly seen: Observation;
}

/** Of reads that request nothing, and rely on keys. */
export const unobserved: Observation = Object.freeze({ snapshot: null, reading: null, keys: 'unknown' });
/** Of results that do not depend on keys. */
export const keyless: Observation = Object.freeze({ snapshot: null, reading: null, keys: 'held' });

/** Whether the keys of some tables were verified in a named snapshot. */
export function keysIn(
  snapshot: string | null,
  tables: readonly CatalogueTable[],
  { verifiedKeys }: Pick<TableRuntime, 'verifiedKeys'>,
): KeyState {
  const areVerified = tables.every((table) => snapshot !== null && verifiedKeys.get(table) === snapshot);

  return areVerified ? 'held' : 'unknown';
}

/** What several reads saw together, in their order. Their snapshots may differ. */
export function together(...reads: readonly Observation[]): Observation {
  const keys = reads.reduce<KeyState>((before, { keys: next }) => {
    if (next !== 'held') return next;

    return before === 'unknown' ? 'unknown' : 'held';
  }, 'held');

  return { snapshot: null, reading: null, keys };
}
