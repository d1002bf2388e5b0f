import type { ChangesResponse } from '@rowhouse/table-protocol';
import type { TableRow } from '../../TableController.ts';
import { needRecord, needRecords, needText } from './shape.ts';

export type Changes = ChangesResponse<TableRow>;

/** Reads the response to `meta.changes`. Throws `ShapeFault`. */
export function readChanges(response: unknown): Changes {
  const body = needRecord(response, 'body');
  const changed = needRecords(body.changed, 'changed').map(({ row, version }, index) => ({
    row: needRecord(row, `changed.${index}.row`) as TableRow,
    version: needText(version, `changed.${index}.version`),
  }));
  const gone = Array.isArray(body.gone) ? body.gone : [];

  return {
    changed,
    gone: gone.filter((id) => typeof id === 'string' || typeof id === 'number'),
  };
}
