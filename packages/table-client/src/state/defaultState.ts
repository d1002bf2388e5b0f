import type { InitResponse } from '@rowhouse/table-protocol';
import { viewModes } from '@rowhouse/table-protocol/internal';
import { byLabel, type TableState } from '../table/TableState.ts';

/** The state that the template starts from. */
export function defaultState({ template, meta }: InitResponse): TableState {
  return {
    search: '',
    searchMode: meta.searchMode,
    start: 0,
    length: meta.length,
    autoLength: false,
    sort: template.columns.flatMap(({ name, meta: { sort } }) => (sort ? [{ name, direction: sort }] : [])),
    visible: template.columns
      .filter(({ meta: { rogue, visible } }) => visible && !rogue)
      .map(({ name }) => name),
    viewModes: viewModes.filter(
      (mode) => mode !== 'compact' && template.style.includes(template.styles[mode]),
    ),
    conditions: [],
    order: [],
    widths: {},
    pinned: {},
    density: template.style.includes(template.styles.compact) ? 'compact' : 'normal',
    fit: template.responsive ? 'hide' : 'scroll',
    groupBy: [],
    groupSort: byLabel,
    liveMode: 'mark',
    phoneRows: 'cards',
  };
}

/** The members of `state` that differ from `defaults`. */
export function changesFrom(defaults: TableState, state: TableState): Partial<TableState> {
  return Object.fromEntries(
    Object.entries(state).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof TableState]),
    ),
  );
}
