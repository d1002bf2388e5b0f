import { say } from '@rowhouse/problems';
import type { SortDirection } from '@rowhouse/table-protocol';
import { sortDirections } from '@rowhouse/table-protocol/internal';
import type { RequestRules, SortRequest } from '../TableRequest.ts';
import { describe, type Faults, listed } from './Faults.ts';
import { isNothing, member, readBoolean, readList, readRecord, remedyFor } from './scalars.ts';

export interface ColumnsRequest {
  readonly sort: readonly SortRequest[];
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
}

/**
 * `columns`: the sort order, and the columns sent as hidden or visible, in the client's order. Only `sort` and
 * `visible` of a column's `meta` are read, so a client cannot declare a column searchable or sortable.
 */
export function parseColumns(value: unknown, rules: RequestRules, faults: Faults): ColumnsRequest {
  const sort: SortRequest[] = [];
  const hidden: string[] = [];
  const shown: string[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of readList(value, 'columns', faults).entries()) {
    const path = `columns.${index}`;
    const column = readRecord(entry, path, faults);
    const name = parseName(member(column, 'name'), `${path}.name`, rules, faults);
    if (name === undefined) {
      continue;
    }
    if (seen.has(name)) {
      faults.add(`${path}.name`, say`${describe(name)} is listed twice; list each column once.`);
      continue;
    }
    seen.add(name);
    const meta = readRecord(member(column, 'meta'), `${path}.meta`, faults);
    const direction = parseDirection(member(meta, 'sort'), `${path}.meta.sort`, faults);
    if (direction && !rules.sortable.has(name)) {
      faults.add(
        `${path}.meta.sort`,
        say`${describe(name)} cannot be sorted by; columns that can: ${listed(rules.sortable)}.`,
      );
    } else if (direction) {
      sort.push({ column: name, direction });
    }
    const visible = member(meta, 'visible');
    if (!readBoolean(visible, true, `${path}.meta.visible`, faults)) {
      hidden.push(name);
    } else if (!isNothing(visible)) {
      shown.push(name);
    }
  }
  return { sort, hidden, shown };
}

function parseName(value: unknown, path: string, rules: RequestRules, faults: Faults): string | undefined {
  if (typeof value === 'string' && rules.columns.has(value)) {
    return value;
  }
  faults.add(path, say`${describe(value)} is not a column of this table; ${remedyFor(value, rules.columns)}`);
  return undefined;
}

function parseDirection(value: unknown, path: string, faults: Faults): SortDirection | null {
  if (isNothing(value)) {
    return null;
  }
  const direction = sortDirections.find((allowed) => allowed === value);
  if (direction === undefined) {
    faults.add(path, say`${describe(value)} is not a sort direction; send ASC or DESC, or null for none.`);
  }
  return direction ?? null;
}
