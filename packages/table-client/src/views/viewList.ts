import { type Signal, signal } from '@preact/signals-core';
import type { TableView, TableViewsResponse } from '@rowhouse/table-protocol';

const emptyList: TableViewsResponse = {
  views: [],
  defaults: { me: null, role: null, everyone: null },
  roles: [],
};

/** The views that the user sees. */
export interface ViewList {
  readonly listed: Signal<TableViewsResponse>;
  find(wanted: string | null): TableView | null;
  /** Adds a view, or replaces the one with its id; those of the user come first. */
  put(changed: TableView): void;
  remove(id: string): void;
  /** The view with which the table opens; null for none. */
  defaultId(): string | null;
}

export function viewList(): ViewList {
  const listed = signal(emptyList);
  const find = (wanted: string | null) => listed.value.views.find((view) => view.id === wanted) ?? null;
  const setViews = (views: TableView[]) => {
    listed.value = { ...listed.value, views };
  };

  return {
    listed,
    find,
    put(changed) {
      const others = listed.value.views.filter((other) => other.id !== changed.id);
      setViews(
        [...others, changed].toSorted(
          (one, other) => Number(other.isOwn) - Number(one.isOwn) || one.name.localeCompare(other.name),
        ),
      );
    },
    remove: (id) => setViews(listed.value.views.filter((other) => other.id !== id)),
    defaultId() {
      const { me, role, everyone } = listed.value.defaults;
      const first = me ?? role ?? everyone;

      return find(first) ? first : null;
    },
  };
}
