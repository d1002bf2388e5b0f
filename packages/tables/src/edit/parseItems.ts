import { say, type Text } from '@rowhouse/problems';
import { asText } from '@rowhouse/problems/internal';
import { readListText } from '@rowhouse/table-protocol/internal';
import type { ListForm, ListItems } from '../query/StoredForm.ts';
import { describe, Faults, type FaultsOfValue } from '../request/parse/Faults.ts';
import { unstorable } from '../request/parse/scalars.ts';

/** Items of a list at most. */
const mostItems = 1000;

/**
 * Reads a list: an array, or a text as cells and files have it. A text that the database writes for what is no plain list, such as a
 * list of lists, stays as it is. Each faulty item is reported with its number. The result is of no use after a fault.
 */
export function parseItems(
  value: unknown,
  form: ListForm,
  parseItem: (item: unknown, where: FaultsOfValue) => string | null,
  { path, faults }: FaultsOfValue,
): ListItems | string {
  const given = typeof value === 'string' ? listOf(value, form) : value;
  if (typeof given === 'string') {
    const fault = unstorable(given);
    if (fault !== null) faults.add(path, say`${describe(given)} ${fault}`);

    return given;
  }
  if (!Array.isArray(given)) {
    faults.add(path, say`${describe(value)} is not a list; send an array of texts.`);

    return [];
  }
  if (given.length > mostItems) {
    faults.add(path, say`The list has ${given.length} items; send at most ${mostItems}.`);

    return [];
  }

  return given.map((item: unknown, index) => {
    const found = new Faults();
    const parsed = item === null && form.hasNulls ? null : parseItem(item, { path: '', faults: found });
    for (const fault of found.fields.get('') ?? []) faults.add(path, ofItem(index, asText(fault)));

    return parsed;
  });
}

/** A fault of an item, which the user finds by its number. */
export function ofItem(index: number, fault: Text): Text {
  return say`Item ${index + 1}: ${fault}`;
}

function listOf(text: string, form: ListForm): unknown {
  return form.isWritten(text) ? (form.read(text) ?? text) : readListText(text);
}
