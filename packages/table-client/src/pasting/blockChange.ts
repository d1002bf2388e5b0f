import { batch, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { CellsPayload, InitTemplate } from '@rowhouse/table-protocol';
import { cellsRefusal, cellsResponse } from '@rowhouse/table-protocol/internal';
import { type ProblemKind, TableFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import { uuid } from '../http/uuid.ts';
import type { Translate } from '../language/translator.ts';
import type { SentConditions } from '../requests/connection.ts';
import { read } from '../responses/readShape.ts';
import type { Notices, Notify } from '../table/notices.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { Undo } from '../undo/createUndo.ts';
import { type BlockCells, filledCells, pastedCells } from './blockCells.ts';
import type { CellRange, PasteShown, PastingFunctions } from './Pasting.ts';
import { shownRefusal } from './shownRefusal.ts';

export interface BlockContext {
  readonly pasting: Signal<PasteShown | null>;
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly rows: ReadonlySignal<readonly TableRow[]>;
  readonly shownColumns: ReadonlySignal<readonly TableColumn[]>;
  readonly lifetime: AbortSignal;
  readonly translate: Translate;
  readonly send: SendRequest;
  readonly notices: Pick<Notices, 'notices'>;
  readonly notify: Notify;
  readonly remember: Undo['remember'];
  rowId(row: TableRow): RowId;
  changeRows(change: (row: TableRow) => TableRow): void;
  host(): SentConditions;
  reload(): Promise<void>;
  refreshTotals(): Promise<void>;
}

/** After these, the same request may succeed. */
const passing: ReadonlySet<ProblemKind> = new Set(['offline', 'busy', 'unavailable', 'failed', 'malformed']);

/** Refused cells that are shown; all are counted. */
const mostShown = 100;

/** Milliseconds until a change that is being made is shown. */
const patience = 500;

/** Changes of blocks of cells, one at a time. */
export function blockChange(context: BlockContext): PastingFunctions {
  const { pasting, template, translate, lifetime, notify, rowId } = context;
  let pending: { readonly block: BlockCells; readonly payload: CellsPayload } | null = null;

  function page() {
    const { dateFormat } = template.value ?? {};

    return { rows: context.rows.value, columns: context.shownColumns.value, dateFormat, rowId };
  }

  function show(block: BlockCells, more: Partial<PasteShown>): void {
    pasting.value = {
      cells: block.cells,
      saving: false,
      omitted: block.omitted,
      readOnly: block.readOnly.map(({ label }) => translate(label)),
      refused: [],
      refusedCount: 0,
      fault: null,
      ...more,
    };
  }

  async function changeBlock(range: CellRange, text: string | null): Promise<void> {
    if (text === '' || pasting.value || pending || !template.value?.edit?.cells) return;
    const block = text === null ? filledCells(page(), range) : pastedCells(page(), range, text);
    if (block.rows.length === 0) {
      const [column] = block.readOnly;
      if (column)
        sayWhyNot(translate('{column} cannot be edited here.', { column: translate(column.label) }));

      return;
    }
    const { params } = context.host();
    pending = {
      block,
      payload: { rows: [...block.rows], requestId: uuid(), ...(params && { params }) },
    };
    const { omitted, readOnly } = block;
    if (omitted.rows > 0 || omitted.columns > 0 || readOnly.length > 0) show(block, {});
    else await send();
  }

  /** Once, however often the key is pressed. */
  function sayWhyNot(message: string): void {
    if (!context.notices.notices.value.some((notice) => notice.message === message)) notify('info', message);
  }

  async function decidePaste(isConfirmed: boolean): Promise<void> {
    const shown = pasting.value;
    if (shown?.saving) return;
    if (!isConfirmed || !pending || !shown) {
      end();

      return;
    }
    const isSkipping = shown.refusedCount > 0;
    if (isSkipping)
      pending = { ...pending, payload: { ...pending.payload, skipRefused: true, requestId: uuid() } };
    pasting.value = { ...shown, saving: true, fault: null };
    await send();
  }

  function end(): void {
    pending = null;
    pasting.value = null;
  }

  /** A change that takes longer is shown. */
  function showSlow(block: BlockCells): void {
    if (pending && !pasting.value && !lifetime.aborted) show(block, { saving: true });
  }

  async function send(): Promise<void> {
    if (pending === null) return;
    const { block, payload } = pending;
    const timer = setTimeout(() => showSlow(block), patience);
    const path = template.value?.edit?.cells ?? '';
    try {
      const response = await context.send({ method: 'POST', path, payload, signal: lifetime }, 'edit');
      accept(response, path);
    } catch (error) {
      if (!(error instanceof TableFailure)) {
        end();
        throw error;
      }
      if (!lifetime.aborted) refuse(error, block);
    } finally {
      clearTimeout(timer);
    }
  }

  function accept(response: unknown, path: string): void {
    const { changed, rows, refusedCount } = read(cellsResponse<TableRow>(), response);
    const step = context.remember(response, { method: 'DELETE', path });
    const byId = new Map(rows.map((row) => [rowId(row), row]));
    const expected = pending?.block.rows.length ?? 0;
    batch(() => {
      end();
      context.changeRows((row) => byId.get(rowId(row)) ?? row);
    });
    const message = translate('{count|# cell|# cells} changed', { count: changed });
    notify(refusedCount > 0 ? 'info' : 'success', message, step ? { undo: step } : undefined);
    // Rows that the response does not contain may no longer be in the table.
    void (byId.size < expected && changed > 0 ? context.reload() : context.refreshTotals());
  }

  function refuse({ problem, body }: TableFailure, block: BlockCells): void {
    const { refused, refusedCount } = read(cellsRefusal, body);
    if (refusedCount > 0) {
      show(block, {
        ...{ cells: block.cells - refusedCount, refusedCount },
        refused: refused.slice(0, mostShown).map((cell) => shownRefusal(cell, block, page(), context)),
      });
    } else if (passing.has(problem.kind)) show(block, { fault: problem.message });
    else {
      end();
      const [fault] = Object.values(problem.errors).flat();
      notify('danger', fault ?? problem.message);
    }
  }

  return { changeBlock, decidePaste };
}
