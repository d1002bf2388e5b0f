import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { InitTemplate } from '@rowhouse/table-protocol';
import type { Groups } from '../grouping/createGroups.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import type { Feature } from '../table/snapshots.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import { createRowStates } from './createRowStates.ts';
import type { RowLocation, RowsFunctions, RowsSnapshot } from './Rows.ts';
import { rowPath } from './rowPath.ts';

interface RowsContext {
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly shown: Signal<ShownResponse | null>;
  /** The rows of the page, or of its open groups. */
  readonly rows: ReadonlySignal<readonly TableRow[]>;
  readonly groups: Pick<Groups, 'positionOf' | 'changeRows' | 'follow'>;
  readonly shownColumns: ReadonlySignal<readonly TableColumn[]>;
  /** Reports an event to the host. */
  emit(name: string, payload: unknown): void;
  /** Links of rows and values to the host; see `TableClientOptions`. */
  readonly links: {
    readonly rowPage?: (place: RowLocation) => string;
    readonly linkOf?: (column: string, row: TableRow) => string | null;
  };
}

export interface Rows extends Feature<RowsSnapshot, RowsFunctions> {
  /** The address of a row's own page; null if there is none. */
  rowPage(row: TableRow): string | null;
  /** Replaces shown rows, those of open groups included. */
  changeRows(change: (row: TableRow) => TableRow): void;
  /** Removes the marks of a deleted row. */
  forgetRow(id: RowId): void;
  clearRowStates(): void;
  /** Called after another page was shown. */
  follow(before: ShownResponse | null): void;
}

/** The rows of the page: their identifiers, marks and links. */
export function createRows(context: RowsContext): Rows {
  const { template, shown, rows, groups, shownColumns, links, emit } = context;
  const marks = createRowStates(computed(() => rows.value.map(rowId)));
  const nameColumns = computed(() => {
    const { columns = [], rowName = [] } = template.value ?? {};
    const names = columns.map(({ name }) => name);
    const inOrder = shownColumns.value.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    const named = inOrder.filter(({ name }) => rowName.includes(name));

    return named.length > 0 ? named.map(({ name }) => name) : [nameColumnOf(inOrder)];
  });

  function rowId(row: TableRow): RowId {
    const value = row[template.value?.dtRowId ?? 'dtRowId'];

    return typeof value === 'number' ? value : String(value ?? '');
  }

  function rowNumber(indexOnPage: number): number {
    return groups.positionOf(indexOnPage) ?? (shown.value?.state.start ?? 0) + indexOnPage + 1;
  }

  function rowPage(row: TableRow): string | null {
    return links.rowPage?.({ id: rowId(row), position: rowNumber(rows.value.indexOf(row)) - 1 }) ?? null;
  }

  function rowLink(id: RowId): string | null {
    const row = rows.value.find((one) => rowId(one) === id);

    return row ? rowPage(row) : (links.rowPage?.({ id, position: null }) ?? null);
  }

  return {
    rowPage,
    changeRows(change) {
      groups.changeRows(change);
      const now = shown.value;
      if (now) shown.value = { ...now, body: { ...now.body, data: now.body.data.map(change) } };
    },
    forgetRow: marks.forget,
    clearRowStates: marks.clear,
    follow(before) {
      groups.follow(before);
      marks.collapseRemoved();
    },
    snapshot: { rows, ...marks.snapshot },
    functions: {
      rowId,
      rowNumber,
      rowLink,
      ...marks.functions,
      cellLink: (name, row) => {
        const { download } = shownColumns.value.find((column) => column.name === name) ?? {};

        return (
          links.linkOf?.(name, row) ??
          (download !== undefined ? rowPath(download, rowId(row)) : null) ??
          (nameColumns.value.includes(name) ? rowPage(row) : null)
        );
      },
      clickCell: (column, row) => emit('clicked', { column, row }),
    },
  };
}

/**
 * The column that links to a row's own page where the template names none: the first one that is drawn as text. Moving or pinning does not change it.
 */
function nameColumnOf(columns: readonly TableColumn[]): string | undefined {
  return columns.find(
    ({ meta, number }) => !(number || meta.boolean || meta.icon || meta.slot || meta.clickable),
  )?.name;
}
