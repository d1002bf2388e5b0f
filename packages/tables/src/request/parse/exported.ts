import { say } from '@rowhouse/problems';
import type { SummaryRequest } from '../SummaryRequest.ts';
import type { RequestRules } from '../TableRequest.ts';
import { describe, type Faults, listed } from './Faults.ts';
import { isNothing, readBoolean, readList, remedyFor } from './scalars.ts';

/** `exported`: the columns of an export, in order; null if missing. */
export function parseExported(
  value: unknown,
  { exportable }: Pick<RequestRules, 'exportable'>,
  faults: Faults,
): readonly string[] | null {
  if (isNothing(value)) return null;
  const names = new Set<string>();

  for (const [index, name] of readList(value, 'exported', faults).entries()) {
    const path = `exported.${index}`;

    if (typeof name !== 'string' || !exportable.has(name)) {
      faults.add(path, say`${describe(name)} is not a column of exports; ${remedyFor(name, exportable)}`);
    } else if (names.has(name)) {
      faults.add(path, say`${describe(name)} is listed twice; list each column once.`);
    } else {
      names.add(name);
    }
  }

  return [...names];
}

/**
 * `grouped`: an export in groups. The file contains their labels, so they must be of columns that exports may contain.
 */
export function parseGrouped(
  value: unknown,
  summary: SummaryRequest | null,
  { exportable }: Pick<RequestRules, 'exportable'>,
  faults: Faults,
): boolean {
  const isGrouped = readBoolean(value, false, 'grouped', faults);

  if (!isGrouped) return false;
  if (summary?.kind !== 'groups') {
    faults.add('grouped', 'grouped has no meaning without meta.groups; send both, or leave it out.');
    return false;
  }
  for (const [index, { column }] of summary.groups.entries()) {
    if (exportable.has(column)) continue;
    faults.add(
      `meta.groups.${index}.column`,
      say`${describe(column)} is not a column of exports; columns: ${listed(exportable)}. Or send no \`grouped\`.`,
    );
  }

  return true;
}
