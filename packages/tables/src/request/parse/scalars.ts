import { say, type Text } from '@rowhouse/problems';
import type { TextValue } from '@rowhouse/problems/internal';
import { suggestName, suggestWord } from '../../format/suggestWord.ts';
import { describe, type Faults, listed } from './Faults.ts';

export type UnknownRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a member counts as missing. An empty list does, because a query string cannot express it. */
export function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** The record's own member; never one of its prototype. */
export function member(record: UnknownRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** An empty record if missing or invalid. */
export function readRecord(value: unknown, path: string, faults: Faults): UnknownRecord {
  if (isRecord(value)) {
    return value;
  }
  if (!isNothing(value)) {
    faults.add(path, say`${describe(value)} is not an object; send an object or leave it out.`);
  }
  return {};
}

/** An empty list if missing or invalid. */
export function readList(value: unknown, path: string, faults: Faults): readonly unknown[] {
  if (Array.isArray(value)) {
    return value;
  }
  if (!isNothing(value)) {
    faults.add(path, say`${describe(value)} is not a list; send a list or leave it out.`);
  }
  return [];
}

const booleans = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** Booleans as JSON, words or digits; undefined for anything else. */
export function toBoolean(value: unknown): boolean | undefined {
  return booleans.get(value);
}

/** `fallback` if missing or invalid. */
export function readBoolean(value: unknown, fallback: boolean, path: string, faults: Faults): boolean {
  if (isNothing(value)) {
    return fallback;
  }
  const boolean = toBoolean(value);
  if (boolean === undefined) {
    faults.add(path, say`${describe(value)} is not a boolean; send true or false (or 1 or 0).`);
  }
  return boolean ?? fallback;
}

/** A whole number, as a number or as digits; undefined for anything else and outside exact integers. */
export function toInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** Why no database could store `text`, so that nothing could match it; null if it can be stored. */
export function unstorable(text: string): Text | null {
  if (text.includes('\0')) {
    return say`contains the character U+0000, which no text in a table has; remove it.`;
  }
  return text.isWellFormed() ? null : say`contains half of a surrogate pair; send well-formed Unicode.`;
}

/** Refuses unknown members: a misspelt one would be ignored, and select more rows, for example for an action. */
export function checkMembers(
  record: UnknownRecord,
  { known, of, path }: { readonly known: readonly string[]; readonly of: TextValue; readonly path: string },
  faults: Faults,
): void {
  for (const name of Object.keys(record)) {
    if (known.includes(name)) continue;

    const meant = suggestWord(name, known);
    const remedy = meant === undefined ? say`send ${listed(known)}.` : say`did you mean ${meant}?`;
    faults.add(
      path === '' ? name : `${path}.${name}`,
      say`${describe(name)} is not a member of ${of}; ${remedy}`,
    );
  }
}

/** The most similar name for a misspelt value, or all names. */
export function remedyFor(value: unknown, names: Iterable<string>): Text {
  const all = [...names];
  if (all.length === 0) return say`leave it out.`;
  const meant = typeof value === 'string' ? suggestName(value, all) : undefined;

  return meant === undefined ? say`send one of: ${listed(all)}.` : say`did you mean ${meant}?`;
}

/**
 * Refuses members that differ from a known one only in case, or by an "s" at the end. Others are ignored, because
 * clients send additional members.
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
      faults.add(
        `${path}${name}`,
        say`${describe(name)} is not a member of a request; did you mean ${meant}?`,
      );
    }
  }
}
