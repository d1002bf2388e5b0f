import { type EnglishText, say, type Text } from '@rowhouse/problems';
import { describe, type Faults } from './Faults.ts';
import { isRecord, readRecord, type UnknownRecord } from './scalars.ts';

/** Maximum depth of objects and lists in `params`. */
const depthLimit = 5;
const namesLimit = 100;
const entriesLimit = 1000;

/** `params`: free values for the host's query, copied and frozen. Only size and shape are validated. */
export function parseParams(value: unknown, faults: Faults): Readonly<UnknownRecord> {
  const params = readRecord(value, 'params', faults);
  const fault = faultOf(params, 0, { names: 0, entries: 0 });
  if (fault) {
    faults.add('params', fault);
    return {};
  }
  return frozenCopy(params) as UnknownRecord;
}

function faultOf(
  value: unknown,
  depth: number,
  size: { names: number; entries: number },
): EnglishText | Text | undefined {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
    return undefined;
  }
  if (typeof value !== 'object') {
    return say`${describe(value)} is not a JSON value; send text, numbers, booleans, null, lists or objects.`;
  }
  if (depth > depthLimit) {
    return say`The values nest deeper than ${depthLimit} levels; send flatter ones.`;
  }
  if (Array.isArray(value)) {
    size.entries += value.length;
  } else {
    const names = Object.keys(value);
    size.names += names.length;
    // When copied to another object, such a member would replace that object's prototype.
    if (names.includes('__proto__')) {
      return 'The name __proto__ is not accepted; use another.';
    }
  }
  if (size.names > namesLimit || size.entries > entriesLimit) {
    return say`There are more than ${namesLimit} names or ${entriesLimit} list entries; send fewer.`;
  }
  for (const entry of Object.values(value)) {
    const fault = faultOf(entry, depth + 1, size);
    if (fault) {
      return fault;
    }
  }
  return undefined;
}

function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) {
    return Object.freeze(value.map(frozenCopy));
  }
  if (!isRecord(value)) {
    return value;
  }
  const members = Object.entries(value).map(([name, entry]) => [name, frozenCopy(entry)]);
  return Object.freeze(Object.fromEntries(members));
}
