import type { DataResponse, InitColumn, InitResponse } from '@rowhouse/table-protocol';

export const rowsPerPage = 30;
export const pageCount = 100;
/** Rows of the one page that is scrolled. */
export const longPage = 10_000;
const columnCount = 20;

type Kind = 'text' | 'number' | 'money' | 'boolean' | 'enum' | 'date';
const kinds: readonly Kind[] = ['text', 'number', 'money', 'boolean', 'enum', 'date', 'text'];

export type Row = { dtRowId: number } & Record<string, string | number | boolean>;

export interface Column {
  readonly name: string;
  readonly label: string;
  readonly kind: Kind;
}

export const labels: Record<string, string> = { open: 'Open', sent: 'On its way', done: 'Done' };

/** Twenty columns, of every common kind of cell. */
export const columns: readonly Column[] = Array.from({ length: columnCount }, (_, index) => ({
  name: `c${index}`,
  label: `Column ${index + 1}`,
  kind: kinds[index % kinds.length] as Kind,
}));

/** The rows of a page, counted from 1; the same at every call. */
export function rowsOf(page: number, length = rowsPerPage): Row[] {
  return Array.from({ length }, (_, index) => {
    const id = (page - 1) * length + index + 1;
    const row: Row = { dtRowId: id };
    columns.forEach(({ name, kind }, place) => {
      row[name] = value(kind, (id * 7919 + place * 104_729) % 1_000_003);
    });
    return row;
  });
}

function value(kind: Kind, seed: number): string | boolean {
  if (kind === 'boolean') return seed % 2 === 0;
  if (kind === 'enum') return Object.keys(labels)[seed % 3] as string;
  if (kind === 'date') return new Date(1_600_000_000_000 + seed * 86_400).toISOString().slice(0, 10);
  if (kind === 'number') return (seed % 10_000).toLocaleString('en');
  if (kind === 'money') return (seed / 100).toFixed(2);
  return `Item ${seed.toString(36)}`;
}

/** The text that a cell shows; a boolean is a tag with an icon. */
export function textOf(kind: Kind, cell: Row[string] | undefined): string {
  if (kind === 'enum') return labels[String(cell)] ?? '';
  if (kind === 'money') return `€ ${cell}`;
  return String(cell);
}

/** What the server's init route would return for these columns. */
export function init(length = rowsPerPage): InitResponse {
  const flags = {
    searchable: false,
    sortable: true,
    nullLast: false,
    translatable: false,
    boolean: false,
    slot: false,
    rogue: false,
    total: false,
    rawTotal: false,
    average: false,
    customTotal: false,
    date: false,
    datetime: false,
    icon: false,
    clickable: false,
    editable: false,
    facet: false,
    groupable: false,
    important: false,
    notExportable: false,
    filterable: false,
    cents: false,
    method: false,
    visible: true,
    hidden: false as const,
    sort: null,
  };
  const number = (symbol: string, template: string) => ({
    symbol,
    template,
    decimal: '.',
    thousand: ',',
    precision: 2,
  });
  return {
    apiVersion: '1.0',
    template: {
      readPath: '/data',
      method: 'GET',
      debounce: 0,
      dtRowId: 'dtRowId',
      model: 'row',
      name: 'Drawing',
      crtNo: false,
      selectable: false,
      responsive: false,
      preview: false,
      actions: false,
      labels: { crtNo: '#', actions: 'Actions' },
      lengthMenu: [length],
      controls: [],
      comparisonOperator: 'LIKE',
      searchModes: ['full'],
      dateFormat: 'Y-m-d',
      totalLabel: 'Total',
      align: ['has-text-centered'],
      aligns: { left: 'has-text-left', center: 'has-text-centered', right: 'has-text-right' },
      style: ['is-hoverable'],
      styles: { compact: 'is-narrow', striped: 'is-striped', bordered: 'is-bordered', hover: 'is-hoverable' },
      highlight: 'has-background-info',
      buttons: { global: [], row: [], dropdown: [] },
      columns: columns.map(
        ({ name, label, kind }): InitColumn => ({
          name,
          label,
          data: `t.${name}`,
          ...(kind === 'enum' && { enum: labels }),
          ...(kind === 'money' && { number: number('€', '%s %v') }),
          ...(kind === 'number' && { number: number('', '%s%v') }),
          meta: { ...flags, boolean: kind === 'boolean', date: kind === 'date' },
        }),
      ),
    },
    meta: {
      start: 0,
      length,
      search: '',
      searchMode: 'full',
      sort: false,
      forceInfo: false,
      loading: false,
      fullInfoRecordLimit: 100_000,
      total: false,
      number: true,
      enum: true,
      date: true,
      datetime: false,
      searchable: false,
      filterable: false,
      translatable: false,
      cents: false,
      method: false,
      resource: false,
    },
  };
}

/** What the data route would return for a page. */
export function response(page: number, length = rowsPerPage): DataResponse {
  const pages = length === rowsPerPage ? pageCount : 1;
  const count = length * pages;
  return {
    data: rowsOf(page, length),
    count,
    formattedCount: `${count}`,
    filtered: count,
    formattedFiltered: `${count}`,
    total: {},
    fullRecordInfo: true,
    filters: false,
    pagination: { page, pages, atStart: false, atEnd: false, atMiddle: true, middlePages: [page] },
  };
}
