import type { InitResponse } from '@rowhouse/table-protocol';
import { viewModes } from '@rowhouse/table-protocol/internal';
import { inOrder } from '../columns/columnLayout.ts';
import type { FilterChoice } from '../filters/Filters.ts';
import type { GroupedColumn, GroupOrder } from '../table/TableState.ts';
import { isPageLength, type SortEntry, type TableState } from '../table/TableState.ts';
import { checkState } from './checkState.ts';
import type { PersistedState } from './OpenView.ts';
import { spelledState } from './spelledState.ts';

/** Parameters of a table, each after the prefix and a dot: `orders.q=smith&orders.sort=status,-total&orders.page=3&orders.group=city,placed_at:month`. */
const names = [
  'view',
  'q',
  'mode',
  'page',
  'length',
  'sort',
  'cols',
  'style',
  'filters',
  'where',
  'group',
  'groupsort',
] as const;
type Name = (typeof names)[number];

/**
 * The state in an address, and the view that `view` names. With only the page, the view is opened as saved, as by a
 * link to it.
 */
export function readAddress(
  query: string,
  prefix: string,
  init: InitResponse,
  choices: readonly FilterChoice[],
): PersistedState {
  const view = readView(query, prefix) ?? undefined;
  const state = readUrl(query, prefix, init, choices);

  return {
    view,
    state,
    isAsSaved: view !== undefined && Object.keys(state ?? {}).every((name) => name === 'start'),
  };
}

/** The id of the view that an address names; null for none. */
export function readView(query: string, prefix: string): string | null {
  const view = new URLSearchParams(query).get(`${prefix}.view`);

  return view === null || isStyle(view) ? null : view;
}

/** Older addresses have the style under `view`. */
function isStyle(view: string): boolean {
  return view === '' || view.split(',').every((mode) => viewModes.some((known) => known === mode));
}

/**
 * The state in an address; null if it has no parameters of the table. Invalid values are ignored. `cols` are the visible
 * columns in their order; widths, pinned columns and density belong to a screen, and are not in an address.
 */
export function readUrl(
  query: string,
  prefix: string,
  init: InitResponse,
  choices: readonly FilterChoice[],
): Partial<TableState> | null {
  const parameters = new URLSearchParams(query);
  const given = (name: Name) => parameters.get(`${prefix}.${name}`);

  const view = given('view');
  const style = given('style') ?? (view !== null && isStyle(view) ? view : null);

  if (style === null && names.every((name) => name === 'view' || given(name) === null)) {
    return null;
  }

  const length = readCount(given('length'));
  const page = readCount(given('page'));
  const pageLength =
    length !== undefined && isPageLength(length, init.template.lengthMenu) ? length : init.meta.length;
  const columns = readNames(given('cols'));

  return checkState(
    {
      search: given('q'),
      searchMode: given('mode'),
      length,
      start: page === undefined || page === 0 ? undefined : (page - 1) * pageLength,
      sort: readSort(given('sort')),
      visible: columns,
      order: columns,
      viewModes: readNames(style),
      filters: readJson(given('filters')),
      where: given('where') === null ? undefined : readJson(given('where')),
      groupBy: readSegments(given('group'))?.map(readLevel),
      groupSort: readGroupSort(given('groupsort')),
    },
    init,
    choices,
  );
}

/**
 * The query with the table's parameters replaced. `changes` are the members that differ from the template's, also with a view:
 * the address then has the whole state. Other parameters stay as they are written.
 */
export function writeUrl(
  query: string,
  prefix: string,
  changes: Partial<TableState>,
  {
    start,
    length,
    visible,
    view,
    isAsSaved,
  }: Pick<TableState, 'start' | 'length' | 'visible'> & {
    readonly view?: string | null;
    /** False if the state differs from the view. */
    readonly isAsSaved?: boolean;
  },
): string {
  const { filters, where } = spelledState(changes);
  const own = new Set<string>(names.map((name) => `${prefix}.${name}`));
  const bare = query.replace(/^\?/, '');
  const others = (bare === '' ? [] : bare.split('&')).filter(
    (pair) => !own.has(new URLSearchParams(pair).keys().next().value ?? ''),
  );
  const isArranged = changes.visible !== undefined || changes.order !== undefined;
  const columns = isArranged
    ? inOrder(
        visible.map((name) => ({ name })),
        changes.order ?? [],
      ).map(({ name }) => name)
    : undefined;
  const values: Partial<Record<Name, string>> = {
    view: view ?? undefined,
    q: changes.search,
    mode: changes.searchMode,
    page: start > 0 ? String(start / length + 1) : undefined,
    length: changes.length?.toString(),
    sort: changes.sort?.map(writeSort).join(','),
    cols: columns?.map(escapeName).join(','),
    style: changes.viewModes?.map(escapeName).join(','),
    filters: filters && JSON.stringify(filters.map(({ label: _, ...filter }) => filter)),
    where: where ? JSON.stringify(where) : undefined,
    group: changes.groupBy?.map(writeLevel).join(','),
    groupsort:
      changes.groupSort && writeSort({ name: changes.groupSort.by, direction: changes.groupSort.direction }),
  };
  // Without it, the view would be opened as saved.
  if (
    values.view !== undefined &&
    !isAsSaved &&
    names.every((name) => isOfSaved(name) || values[name] === undefined)
  ) {
    values.q ??= '';
  }
  const written = names.flatMap((name) =>
    values[name] === undefined ? [] : [`${encode(`${prefix}.${name}`)}=${encode(values[name])}`],
  );
  const all = [...others, ...written].join('&');

  return all === '' ? '' : `?${all}`;
}

function isOfSaved(name: Name): boolean {
  return name === 'view' || name === 'page';
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function readSort(text: string | null): SortEntry[] | undefined {
  return readSegments(text)?.map((part) =>
    part.startsWith('-')
      ? { name: unescapeName(part.slice(1)), direction: 'DESC' }
      : { name: unescapeName(part), direction: 'ASC' },
  );
}

function writeSort({ name, direction }: SortEntry): string {
  return direction === 'DESC' ? `-${escapeName(name)}` : escapeName(name);
}

function readLevel(segment: string): { readonly column: string; readonly step?: string } {
  const [column = '', step] = segment.split(':').map(unescapeName);

  return { column, ...(step !== undefined && { step }) };
}

/** A colon separates the step of a date. */
function writeLevel({ column, step }: GroupedColumn): string {
  const name = escapeName(column).replaceAll(':', '%3A');

  return step === undefined ? name : `${name}:${step}`;
}

function readGroupSort(text: string | null): GroupOrder | undefined {
  const [sort] = readSort(text) ?? [];

  return sort && { by: sort.name, direction: sort.direction };
}

function readNames(text: string | null): string[] | undefined {
  return readSegments(text)?.map(unescapeName);
}

function readSegments(text: string | null): string[] | undefined {
  if (text === null) {
    return undefined;
  }

  return text === '' ? [] : text.split(',');
}

/** Escapes commas, which separate names, and a leading `-`, which means descending. */
function escapeName(name: string): string {
  return name.replace(/[%,]|^-/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function unescapeName(segment: string): string {
  return segment.replace(/%(25|2C|2D|3A)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Percent-encodes what a query requires; readable characters stay. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/%(2C|3A|2F|40)/g, (code) => decodeURIComponent(code));
}
