import type { RecordField } from '@rowhouse/table-protocol';
import type { TableProblem } from '../http/TableProblem.ts';
import type { FormFaults } from './RecordFormState.ts';

/** Why the server refuses the values under `root`, by field; faults of anything else are of the form as a whole. */
export function faultsOf(
  { errors }: TableProblem,
  root: 'values' | 'input',
  fields: readonly RecordField[],
): FormFaults {
  const shown = new Set(fields.map(({ name }) => name));
  const found: Record<string, readonly string[]> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const name = path.startsWith(`${root}.`) ? path.slice(root.length + 1) : '';
    const field = shown.has(name) ? name : '';
    found[field] = [...(found[field] ?? []), ...messages];
  }

  return found;
}
