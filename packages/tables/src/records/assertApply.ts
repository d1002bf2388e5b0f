import { Faults } from '../request/parse/Faults.ts';
import { type ParsedValues, refuseUnlessEmpty } from './parseRecord.ts';
import type { RecordPlan } from './RecordPlan.ts';
import { applies } from './recordRules.ts';

/**
 * Throws `tables.invalid_request` if a field that does not apply with the new values is not empty: a changed one, or one that a
 * changed one decides about. `current` has the values of the record as clients send them; `pathOf` names where a fault is.
 */
export function assertApply(
  { fields }: Pick<RecordPlan, 'fields'>,
  values: ParsedValues,
  current: Readonly<Record<string, unknown>>,
  pathOf: (field: string) => string = (field) => `values.${field}`,
): void {
  const faults = new Faults();
  const changed = new Map([...values].map(([{ name }, value]) => [name, value]));
  const next: Record<string, unknown> = { ...current, ...Object.fromEntries(changed) };
  for (const field of fields) {
    const { when = {} } = field.options;
    const isConcerned = [field.name, ...Object.keys(when)].some((name) => changed.has(name));
    if (isConcerned && !applies(field, (name) => next[name])) {
      refuseUnlessEmpty(pathOf(field.name), next[field.name], faults);
    }
  }
  faults.throwIfAny();
}
