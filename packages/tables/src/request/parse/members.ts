import { suggestWord } from '../../format/suggestWord.ts';
import type { Faults } from './Faults.ts';
import { describe, listed } from './printable.ts';
import type { UnknownRecord } from './scalars.ts';

/** Refuses every member but those known: one that was misspelt would be missing, and widen what an action runs over. */
export function checkMembers(
  record: UnknownRecord,
  { known, of, path }: { readonly known: readonly string[]; readonly of: string; readonly path: string },
  faults: Faults,
): void {
  for (const name of Object.keys(record)) {
    if (known.includes(name)) continue;

    const meant = suggestWord(name, known);
    const remedy = meant === undefined ? `send ${listed(known)}` : `did you mean ${meant}?`;
    faults.add(
      `${path}.${name}`,
      `${describe(name)} is not a member of ${of}; ${remedy}${meant === undefined ? '.' : ''}`,
    );
  }
}

/**
 * Refuses members that are a known one but for case, or for an "s" at the end. Others are ignored, where clients send
 * more than is read.
 */
export function checkSpelling(
  record: UnknownRecord,
  { known, path }: { readonly known: readonly string[]; readonly path: string },
  faults: Faults,
): void {
  const plain = (name: string) => name.toLowerCase().replace(/s$/, '');

  for (const name of Object.keys(record)) {
    const meant = known.includes(name) ? undefined : known.find((word) => plain(word) === plain(name));

    if (meant !== undefined) {
      faults.add(`${path}${name}`, `${describe(name)} is not a member of a request; did you mean ${meant}?`);
    }
  }
}
