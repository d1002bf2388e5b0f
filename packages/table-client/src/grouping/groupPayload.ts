import type { DataPayload, GroupLevel } from '@rowhouse/table-protocol';
import type { GroupKey } from '@rowhouse/table-protocol/internal';
import type { SentConditions } from '../requests/connection.ts';
import { dataPayload } from '../requests/payload.ts';
import type { TableState } from '../table/TableState.ts';

/** A part of a group, or of the first level. */
export interface GroupRange {
  /** Keys of the opened groups, from the first level on; as long as the levels, its rows are requested. */
  readonly path: readonly GroupKey[];
  readonly start: number;
  readonly length: number;
  readonly forceInfo: boolean;
}

/** The request for groups, or for the rows of a group. */
export function groupPayload(
  state: TableState,
  host: SentConditions,
  { path, start, length, forceInfo }: GroupRange,
): DataPayload {
  const payload = dataPayload(state, host, forceInfo);

  return {
    ...payload,
    meta: {
      ...payload.meta,
      start,
      length,
      ...groupMembers(state),
      ...(path.length > 0 && { groupPath: [...path] }),
    },
  };
}

/** The groups of the state, as members of `meta`. */
export function groupMembers({ groupBy, groupSort }: Pick<TableState, 'groupBy' | 'groupSort'>) {
  return { groups: groupBy.map((level): GroupLevel => ({ ...level })), groupSort: { ...groupSort } };
}

/** As a query has it: in brackets, null and an empty text would be equal. */
export function inQuery(payload: DataPayload): object {
  return { ...payload, meta: JSON.stringify(payload.meta) };
}
