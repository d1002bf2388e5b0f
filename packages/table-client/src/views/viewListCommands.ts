import { batch } from '@preact/signals-core';
import type { Views } from './createViews.ts';
import type { ViewFunctions } from './TableViews.ts';

interface ViewListContext {
  readonly views: Views;
  /** Writes the state to storage and address, after the open view or the default has changed. */
  keep(): void;
}

type ListFunctions = 'setDefaultView' | 'pinView' | 'reloadViews' | 'renameView' | 'shareView' | 'deleteView';

/** Changes of the list of views, which do not affect the table. */
export function viewListCommands({ views, keep }: ViewListContext): Pick<ViewFunctions, ListFunctions> {
  const { source, view, list, attempt, idOf, reload } = views;

  return {
    setDefaultView: (id) =>
      attempt(async (server) => {
        await server.setDefault(id);
        await reload();
        keep();
      }),
    pinView: (id, isPinned) =>
      attempt(async (server) => {
        await server.pin(id, isPinned);
        const pinned = list.find(id);
        if (pinned) list.put({ ...pinned, isPinned });
      }),
    reloadViews: () => attempt(reload),
    renameView: async (name, id) => {
      list.put(await source.change(idOf(id), { name }));
    },
    shareView: async (audience, id, defaultFor) => {
      const shared = idOf(id);
      const before = (list.find(shared)?.defaultFor ?? []).map(String);
      const after = defaultFor?.map(String) ?? before;
      const set = (defaultFor ?? []).filter((one) => !before.includes(String(one)));
      const unset = (list.find(shared)?.defaultFor ?? []).filter((one) => !after.includes(String(one)));
      // Before it is unshared, and after it is shared.
      for (const one of unset) await source.setDefault(null, one);
      list.put(await source.change(shared, { sharedWith: audience }));
      for (const one of set) await source.setDefault(shared, one);
      if (set.length + unset.length > 0) await reload();
    },
    deleteView: async (id) => {
      const deleted = idOf(id);
      await source.remove(deleted);
      batch(() => {
        if (view.value?.id === deleted) views.open.set(null);
        list.remove(deleted);
      });
      await attempt(reload);
      keep();
    },
  };
}
