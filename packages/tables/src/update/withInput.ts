import { say } from '@rowhouse/problems';
import type { ActionInput } from '../definition/ActionInput.ts';
import type { EditedValue } from '../definition/TableEdit.ts';
import { listText } from '../edit/parameter.ts';
import type { CatalogueColumn } from '../query/catalogue.ts';
import { describe, type Faults, sendAnother } from '../request/parse/Faults.ts';
import type { UpdateScalar, UpdateValue } from '../template/ActionUpdate.ts';
import { isEmptyOnly, isInput, type UpdateTarget } from './UpdateTarget.ts';
import { scalarFault } from './updateValues.ts';

/** An update with the entered values. Columns whose field has no value are not set. */
export function withInput(target: UpdateTarget, input: ActionInput): UpdateTarget {
  const set = target.set.flatMap(({ value, ...column }) => {
    const field = fieldOf(value);
    if (field === null) return [{ ...column, value }];
    const entered = writtenInput(input[field], column.stored);
    if (entered === undefined) return [];
    // It replaces null by null.
    if (isEmptyOnly(value) && entered === null) return [];

    return [{ ...column, value: isEmptyOnly(value) ? { ifEmpty: entered as NonEmpty } : entered }];
  });

  return { ...target, set };
}

/** A list as the text that the column stores. */
function writtenInput(entered: EditedValue | undefined, { form }: CatalogueColumn): UpdateScalar | undefined {
  return typeof entered === 'object' && entered !== null ? listText(entered, form) : entered;
}

type NonEmpty = Exclude<UpdateScalar, null>;

/** The same with null for each field, for a statement that is only checked. */
export function withoutInput(target: UpdateTarget): UpdateTarget {
  return {
    ...target,
    set: target.set.map((each) => (fieldOf(each.value) === null ? each : { ...each, value: null })),
  };
}

/** The field whose value is set; null if it is another value. */
export function fieldOf(value: UpdateValue): string | null {
  const given = isEmptyOnly(value) ? value.ifEmpty : value;

  return isInput(given) ? given.input : null;
}

/** Adds a fault for each entered value that its column cannot have. */
export function checkEntered(target: UpdateTarget, input: ActionInput, faults: Faults): void {
  for (const { stored, value } of target.set) {
    const field = fieldOf(value);
    const entered = field === null ? undefined : writtenInput(input[field], stored);
    const path = `input.${field}`;
    if (entered === undefined || faults.has(path)) continue;
    if (entered === null && !stored.isNullable && !isEmptyOnly(value)) {
      const fault = say`is no value, and the column cannot be empty; send a value.`;
      faults.add(path, say`${describe(entered)} ${fault}`);
    }
    if (scalarFault(entered, stored.kind) !== null) {
      faults.add(path, sendAnother(entered, say`is not a value of the column`));
    }
  }
}
