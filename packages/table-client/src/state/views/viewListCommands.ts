import { batch } from '@preact/signals-core';
import type { ViewFunctions } from '../../TableViews.ts';
import type { useViews } from './useViews.ts';

interface ViewListContext {
  readonly views: ReturnType<typeof useViews>;
  /** Writes the state to storage and address, after the open view or the default has changed. */
  keep(): void;
}

type ListFunctions = 'setDefaultView' | 'pinView' | 'reloadViews' | 'renameView' | 'shareView' | 'deleteView';

/** Changes of the list of views, which leave the table as it is. */
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
      if (source) list.put(await source.change(idOf(id), { name }));
    },
    shareView: async (audience, id) => {
      if (source) list.put(await source.change(idOf(id), { sharedWith: audience }));
    },
    deleteView: async (id) => {
      if (!source) return;
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
