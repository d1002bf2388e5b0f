import type { InitResponse } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../TableController.ts';
import { checkState } from './checkState.ts';
import { inOrder } from './columnLayout.ts';
import { isPageLength, type SortEntry, type TableState } from './TableState.ts';

/** Parameters of a table, each after the prefix and a dot: `orders.q=smith&orders.sort=status,-total&orders.page=3`. */
const names = ['q', 'mode', 'page', 'length', 'sort', 'cols', 'view', 'filters', 'where'] as const;
type Name = (typeof names)[number];

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

  if (names.every((name) => given(name) === null)) {
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
      viewModes: readNames(given('view')),
      filters: readJson(given('filters')),
      where: given('where') === null ? undefined : readJson(given('where')),
    },
    init,
    choices,
  );
}

/**
 * The query with the table's parameters replaced. `changes` are the members that differ from the template's. Other
 * parameters stay as they are written.
 */
export function writeUrl(
  query: string,
  prefix: string,
  changes: Partial<TableState>,
  { start, length, visible }: Pick<TableState, 'start' | 'length' | 'visible'>,
): string {
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
    q: changes.search,
    mode: changes.searchMode,
    page: start > 0 ? String(start / length + 1) : undefined,
    length: changes.length?.toString(),
    sort: changes.sort?.map(writeSort).join(','),
    cols: columns?.map(escapeName).join(','),
    view: changes.viewModes?.map(escapeName).join(','),
    filters: changes.filters && JSON.stringify(changes.filters.map(({ label: _, ...filter }) => filter)),
    where: changes.where ? JSON.stringify(changes.where) : undefined,
  };
  const written = names.flatMap((name) =>
    values[name] === undefined ? [] : [`${encode(`${prefix}.${name}`)}=${encode(values[name])}`],
  );
  const all = [...others, ...written].join('&');

  return all === '' ? '' : `?${all}`;
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
  return readParts(text)?.map((part) =>
    part.startsWith('-')
      ? { name: unescapeName(part.slice(1)), direction: 'DESC' }
      : { name: unescapeName(part), direction: 'ASC' },
  );
}

function writeSort({ name, direction }: SortEntry): string {
  return direction === 'DESC' ? `-${escapeName(name)}` : escapeName(name);
}

function readNames(text: string | null): string[] | undefined {
  return readParts(text)?.map(unescapeName);
}

function readParts(text: string | null): string[] | undefined {
  if (text === null) {
    return undefined;
  }

  return text === '' ? [] : text.split(',');
}

/** Escapes commas, which separate names, and a leading `-`, which means descending. */
function escapeName(name: string): string {
  return name.replace(/[%,]|^-/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function unescapeName(part: string): string {
  return part.replace(/%(25|2C|2D)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Percent-encodes what a query requires; readable characters stay. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/%(2C|3A|2F|40)/g, (code) => decodeURIComponent(code));
}
