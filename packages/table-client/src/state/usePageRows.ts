import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { RowId, TableColumn, TableRow } from '../TableController.ts';
import { type GroupsContext, useGroups } from './grouping/useGroups.ts';
import type { ShownResponse } from './pageReader.ts';
import { useRowMarks } from './useRowMarks.ts';
import { useTablePage } from './useTablePage.ts';

/** A row of a page, for a link to it. */
export interface RowPlace {
  readonly id: RowId;
  /** Zero-based index in the whole result; null for a row that is not on the page. */
  readonly position: number | null;
}

interface PageRowsContext extends GroupsContext {
  readonly shown: Signal<ShownResponse | null>;
  /** Reports an event to the host. */
  emit(name: string, payload: unknown): void;
  readonly shownColumns: ReadonlySignal<readonly TableColumn[]>;
  /** Links of rows and values to the host; see `TableClientOptions`. */
  readonly links: {
    readonly rowPage?: (place: RowPlace) => string;
    readonly linkOf?: (column: string, row: TableRow) => string | null;
  };
}

/** The rows of the page: their groups, identifiers, marks and links. */
export function usePageRows({ shownColumns, links, emit, ...table }: PageRowsContext) {
  const { template, state, shown } = table;
  const groups = useGroups(table);
  const { rowNumber, ...page } = useTablePage(state, shown, groups);
  const { rows } = page;
  const marks = useRowMarks(computed(() => rows.value.map(rowId)));
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

  function rowPage(row: TableRow): string | null {
    return links.rowPage?.({ id: rowId(row), position: rowNumber(rows.value.indexOf(row)) - 1 }) ?? null;
  }

  function rowLink(id: RowId): string | null {
    const row = rows.value.find((one) => rowId(one) === id);

    return row ? rowPage(row) : (links.rowPage?.({ id, position: null }) ?? null);
  }

  return {
    ...{ rows, rowId, rowPage },
    pages: page.pages,
    groupLines: groups.snapshot.groupLines,
    readGroup: groups.readGroup,
    forgetRow: marks.forget,
    clearMarks: marks.clear,
    /** Replaces shown rows, those of open groups included. */
    changeRows(change: (row: TableRow) => TableRow): void {
      groups.changeRows(change);
      const now = shown.value;
      if (now) shown.value = { ...now, body: { ...now.body, data: now.body.data.map(change) } };
    },
    /** Called after another page was shown. */
    follow(before: ShownResponse | null): void {
      groups.follow(before);
      marks.collapseRemoved();
    },
    snapshot: { ...page, ...groups.snapshot, ...marks.snapshot },
    functions: {
      ...{ rowId, rowNumber, rowLink },
      ...groups.functions,
      ...marks.functions,
      cellLink: (column: string, row: TableRow) =>
        links.linkOf?.(column, row) ?? (nameColumns.value.includes(column) ? rowPage(row) : null),
      clickCell: (column: TableColumn, row: TableRow) => emit('clicked', { column, row }),
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
