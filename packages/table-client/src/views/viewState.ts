import type { InitResponse, ViewState } from '@rowhouse/table-protocol';
import type { WhereNode } from '../conditions/Where.ts';
import { checkWhere } from '../filters/checkWhere.ts';
import type { FilterChoice } from '../filters/Filters.ts';
import { isRecord, recordOf, recordsOf, textOf, textsOf, type UnknownRecord } from '../responses/shape.ts';
import { checkState } from '../state/checkState.ts';
import { changesFrom, defaultState } from '../state/defaultState.ts';
import { type SpelledState, spelledState } from '../state/spelledState.ts';
import { sortableNames, type TableState } from '../table/TableState.ts';

/** What a view contains: member of the table's state, with spelled filters → member of the view. */
const viewMembers = {
  order: 'order',
  widths: 'widths',
  pinned: 'pinned',
  visible: 'visible',
  density: 'density',
  sort: 'sort',
  where: 'where',
  filters: 'filters',
  search: 'search',
  searchMode: 'searchMode',
  length: 'length',
  viewModes: 'viewModes',
  groupBy: 'groups',
  groupSort: 'groupSort',
} as const satisfies { readonly [Member in keyof SpelledState]?: keyof ViewState };

const memberNames = Object.keys(viewMembers) as (keyof typeof viewMembers)[];

/** The table's configuration for reading views. */
export interface ViewedTable {
  readonly init: InitResponse;
  readonly choices: readonly FilterChoice[];
}

/**
 * The view of `state`: the members that differ from the template's. A length that follows the window belongs to the
 * screen.
 */
export function savedState(state: TableState, { init }: ViewedTable): ViewState {
  const changes = spelledState(changesFrom(defaultState(init), state));
  const isKept = (name: string) => name in changes && !(name === 'length' && state.autoLength);

  return Object.fromEntries(
    memberNames.filter(isKept).map((name) => [viewMembers[name], changes[name]]),
  ) as ViewState;
}

/** A view as far as the table can show it, and the names of unsupported parts: columns, and labels of filters. */
export interface OpenedState {
  readonly state: Partial<TableState>;
  readonly missing: readonly string[];
}

/**
 * Reads the state of a view. Parts that the table no longer has are omitted and named; anything else that is not a
 * state is ignored. Never throws.
 */
export function openedState(view: ViewState, { init, choices }: ViewedTable): OpenedState {
  const saved = recordOf(view);
  const given = Object.fromEntries(memberNames.map((name) => [name, saved[viewMembers[name]]]));
  const drawn = new Set(init.template.columns.filter(({ meta }) => !meta.rogue).map(({ name }) => name));
  const sortable = sortableNames(init);
  const isSortable = ({ name }: UnknownRecord) => typeof name === 'string' && sortable.has(name);
  const isFilter = (filter: unknown) =>
    checkState({ filters: [filter] }, init, choices).conditions !== undefined;
  const isGroup = (group: unknown) => checkState({ groupBy: [group] }, init, choices).groupBy?.length === 1;
  const where = keptWhere(saved.where, choices);
  const sort = recordsOf(saved.sort);
  const filters = recordsOf(saved.filters);
  const groups = recordsOf(saved.groups);
  const missing = new Set([
    ...columnsOf(saved).filter((name) => !drawn.has(name)),
    ...sort.filter((entry) => !isSortable(entry)).map(({ name }) => textOf(name)),
    ...filters.filter((filter) => !isFilter(filter)).map(({ label, data }) => textOf(label) || textOf(data)),
    ...groups.filter((group) => !isGroup(group)).map(({ column }) => textOf(column)),
    ...where.missing,
  ]);
  const state = checkState(
    {
      ...given,
      ...(Array.isArray(saved.sort) && { sort: sort.filter(isSortable) }),
      ...(Array.isArray(saved.filters) && { filters: filters.filter(isFilter) }),
      where: where.node,
    },
    init,
    choices,
  );

  return {
    state: { ...state, ...(state.length !== undefined && { autoLength: false }) },
    missing: [...missing],
  };
}

/** A text that is equal for equal states of a view. */
export function viewKey(view: ViewState, table: ViewedTable): string {
  const { state } = openedState(view, table);
  const saved = savedState({ ...defaultState(table.init), ...state }, table);

  return JSON.stringify(saved, (_, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** The columns that a view arranges. */
function columnsOf({ order, visible, widths, pinned }: UnknownRecord): string[] {
  return [
    ...textsOf(order),
    ...textsOf(visible),
    ...Object.keys(recordOf(widths)),
    ...Object.keys(recordOf(pinned)),
  ];
}

/** The conditions that the table supports, in the same groups; empty groups are omitted. */
function keptWhere(
  value: unknown,
  choices: readonly FilterChoice[],
): { readonly node: WhereNode | null; readonly missing: readonly string[] } {
  const missing: string[] = [];

  const keep = (node: unknown): WhereNode | null => {
    if (!isRecord(node)) return null;
    if (node.not !== undefined) {
      const inner = keep(node.not);
      return inner && { not: inner };
    }
    const join = (['all', 'any'] as const).find((name) => Array.isArray(node[name]));
    if (join === undefined) {
      const condition = checkWhere(node, choices);
      const { data } = node;
      const label = choices.find((choice) => choice.data === data)?.label;
      if (condition === null && typeof data === 'string') missing.push(label ?? data);
      return condition;
    }
    const nodes = (node[join] as readonly unknown[]).map(keep).filter((entry) => entry !== null);
    if (nodes.length === 0) return null;

    return join === 'all' ? { all: nodes } : { any: nodes };
  };
  const node = keep(value);

  return { node, missing };
}
