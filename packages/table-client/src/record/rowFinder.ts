import type { Signal } from '@preact/signals-core';
import type { DataResponse, InitResponse, InitTemplate } from '@rowhouse/table-protocol';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { dataPayload, initPayload } from '../requests/payload.ts';
import { readData } from '../responses/readData.ts';
import { readInit } from '../responses/readInit.ts';
import { readResponse } from '../responses/shape.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';

/** A row, and its position in the result of the table. */
export interface RecordLocation {
  /** Value of `dtRowId`, as text. */
  readonly row: string;
  /** Zero-based index in the result; null if it is not known. */
  readonly position: number | null;
}

/** The result of looking up a place: `row` is null if the table has no such row. */
export interface RowLookup {
  readonly row: TableRow | null;
  readonly body: DataResponse<TableRow>;
  readonly position: number | null;
  readonly previous: TableRow | undefined;
  readonly next: TableRow | undefined;
}

/** A row and its neighbours. */
const span = 3;

export interface RowFinderContext {
  readonly path: string;
  readonly send: SendRequest;
  readonly init: Signal<InitResponse | null>;
  readonly translate: Translate;
  /** The state of the table that the rows are read with. */
  stateOf(response: InitResponse): TableState;
}

/** Reads a row with its neighbours, and init before the first. */
export function rowFinder({ path, send, init, translate, stateOf }: RowFinderContext) {
  async function readInitOnce(signal: AbortSignal): Promise<InitResponse> {
    const response = await send({ method: 'GET', path, payload: initPayload(), signal }, 'init');

    return readResponse('init', readInit, response, translate);
  }

  return async (wanted: RecordLocation, signal: AbortSignal): Promise<RowLookup> => {
    init.value ??= await readInitOnce(signal);
    const { template } = init.value;
    const state = stateOf(init.value);
    const isWanted = (row: TableRow) => idOf(row, template) === wanted.row;

    async function read(changes: Partial<TableState>, row?: string): Promise<DataResponse<TableRow>> {
      const payload = dataPayload({ ...state, ...changes }, {});
      const meta = { ...payload.meta, ...(row !== undefined && { row }) };
      const response = await send(
        { method: template.method, path: template.readPath, payload: { ...payload, meta }, signal },
        'data',
      );

      return readResponse('data', readData, response, translate);
    }

    /** Null if the row is not at the position. */
    async function readAt(position: number): Promise<RowLookup | null> {
      const start = Math.max(0, position - 1);
      const body = await read({ start, length: Math.min(span, Math.max(...template.lengthMenu)) });
      const index = position - start;
      const row = body.data[index];
      if (!row || body.data.findIndex(isWanted) !== index) return null;

      return { row, body, position, previous: body.data[index - 1], next: body.data[index + 1] };
    }

    const there = wanted.position === null ? null : await readAt(wanted.position);
    if (there) return there;

    const body = await read({ start: 0, length: init.value.meta.length }, wanted.row);
    // A server that cannot read one row returns the first page.
    const row = body.data.find(isWanted) ?? null;
    const position = body.position ?? null;
    const found = row === null || position === null ? null : await readAt(position);

    return found ?? { row, body, position: null, previous: undefined, next: undefined };
  };
}

/** The row's identifier, as text. */
export function idOf(row: TableRow, template: InitTemplate | null): string {
  return String(row[template?.dtRowId ?? 'dtRowId'] ?? '');
}
