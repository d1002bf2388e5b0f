import type { ReadonlySignal } from '@preact/signals-core';
import type { TableState } from '../TableState.ts';
import { readView } from '../urlState.ts';
import type { useTableState } from '../useTableState.ts';
import { useViews, type ViewsContext, viewMembersOf } from './useViews.ts';
import { viewCommands } from './viewCommands.ts';

export interface ConnectedViewsContext extends Omit<ViewsContext, 'linked'> {
  /** The query of the page's address; empty if the address is not used. */
  query(): string;
  readonly prefix: string;
}

export interface ViewedState extends Pick<ReturnType<typeof useTableState>, 'open' | 'keep'> {
  readonly state: ReadonlySignal<TableState>;
  /** Requests the rows of the state. */
  request(): void;
}

/** The saved views of a table, and the user's commands for them. */
export function connectViews(
  { query, prefix, ...context }: ConnectedViewsContext,
  { state, open, keep, request }: ViewedState,
) {
  const views = useViews({ ...context, linked: () => readView(query(), prefix) });

  return {
    open: views.open,
    prepare: views.prepare,
    snapshot: viewMembersOf(views, state),
    functions: viewCommands({
      views,
      translate: context.translate,
      keep,
      state: () => state.value,
      show: (opened, shown) => {
        open(opened, shown);
        request();
      },
    }),
  };
}
