import type { Faults } from './Faults.ts';
import { describe } from './printable.ts';

export type UnknownRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a member counts as not given. An empty list does, because a query string cannot tell it from nothing. */
export function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** The record's own member; never one of its prototype. */
export function member(record: UnknownRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** An empty record where nothing, or a fault, was given. */
export function readRecord(value: unknown, path: string, faults: Faults): UnknownRecord {
  if (isRecord(value)) {
    return value;
  }
  if (!isNothing(value)) {
    faults.add(path, `${describe(value)} stands where an object belongs; send an object or leave it out.`);
  }
  return {};
}

/** An empty list where nothing, or a fault, was given. */
export function readList(value: unknown, path: string, faults: Faults): readonly unknown[] {
  if (Array.isArray(value)) {
    return value;
  }
  if (!isNothing(value)) {
    faults.add(path, `${describe(value)} stands where a list belongs; send a list or leave it out.`);
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

/** The booleans of JSON, of words and of digits; undefined for anything else. */
export function toBoolean(value: unknown): boolean | undefined {
  return booleans.get(value);
}

/** `fallback` where nothing, or a fault, was given. */
export function readBoolean(value: unknown, fallback: boolean, path: string, faults: Faults): boolean {
  if (isNothing(value)) {
    return fallback;
  }
  const boolean = toBoolean(value);
  if (boolean === undefined) {
    faults.add(path, `${describe(value)} is not a boolean; send true or false (or 1 or 0).`);
  }
  return boolean ?? fallback;
}

/** A whole number, as a number or as digits; undefined for anything else and beyond exact integers. */
export function toInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** Why no database could hold `text`, so that nothing could match it; null when it can. */
export function unstorable(text: string): string | null {
  if (text.includes('\0')) {
    return 'contains the character U+0000, which no text in a table has; remove it.';
  }
  return text.isWellFormed() ? null : 'contains half of a surrogate pair; send well-formed Unicode.';
}
