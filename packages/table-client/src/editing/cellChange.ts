import type { EditPayload, InitTemplate } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { editableValue } from '../cells/exactValue.ts';
import type { ProblemKind, TableFailure, TableProblem } from '../http/TableProblem.ts';
import { uuid } from '../http/uuid.ts';
import type { SentConditions } from '../requests/connection.ts';
import { isRecord } from '../responses/shape.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { CellEdit, EditConflictShown, EditFault } from './Editing.ts';

interface CellChangeContext {
  /** Null until init is read. */
  template(): InitTemplate | null;
  host(): SentConditions;
}

/** Why a change was not saved. */
export interface Refusal {
  readonly fault: EditFault;
  /** Set if another user has changed the row. */
  readonly conflict: EditConflictShown | null;
}

export interface CellChange {
  /** Starts a new change of this row. */
  begin(row: TableRow): void;
  /** The value of the cell; null if it cannot be edited. */
  valueBefore(name: string): EditValue;
  /** The same value has the same identifier, so that a repeated request writes once. */
  payload(edit: CellEdit, value: EditValue): EditPayload;
  refusal(edit: CellEdit, failure: TableFailure): Refusal;
}

/** A change of a cell, with the row that it is based on, and the identifier with which its value is sent. */
export function cellChange({ template, host }: CellChangeContext): CellChange {
  let base: TableRow = {};
  let request = { value: null as EditValue, id: '' };

  return {
    begin(row) {
      base = row;
      request = { value: null, id: '' };
    },
    valueBefore(name) {
      const column = editedColumn(template(), name);
      return column ? editableValue(column, base, template()?.dateFormat) : null;
    },
    payload({ row, column }, value) {
      if (request.id === '' || request.value !== value) request = { value, id: uuid() };
      const version = base[template()?.edit?.version ?? ''];
      const { params } = host();

      return {
        row,
        column,
        value,
        expected: base[column],
        requestId: request.id,
        expectedExact: base._exact?.[column] ?? null,
        ...((typeof version === 'string' || typeof version === 'number') && { version }),
        ...(params && { params }),
      };
    },
    refusal({ column }, { problem, body }) {
      const row = 'current' in body && isRecord(body.current) ? (body.current as TableRow) : null;
      const isConflict = problem.status === 409 && row !== null;
      const cellOf = (of: TableRow | null) => JSON.stringify([of?.[column], of?._exact?.[column]]);
      const isOfCell = cellOf(row) !== cellOf(base);

      return { fault: faultOf(problem), conflict: isConflict ? { row, isOfCell } : null };
    },
  };
}

/** Undefined if the column cannot be edited. */
export function editedColumn(template: InitTemplate | null, name: string) {
  return template?.columns.find((column) => column.name === name && column.edit);
}

const retried: ReadonlySet<ProblemKind> = new Set(['offline', 'busy', 'unavailable', 'failed', 'malformed']);

function faultOf({ kind, message, errors }: TableProblem): EditFault {
  const [fault] = errors.value ?? Object.values(errors).flat();

  return { kind, message: fault ?? message, canRetry: retried.has(kind) };
}
