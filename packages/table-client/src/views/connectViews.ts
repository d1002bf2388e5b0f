import { readView } from '../state/urlState.ts';
import type { StateStore } from '../table/StateStore.ts';
import type { Feature } from '../table/snapshots.ts';
import { createViews, type Views, type ViewsContext, viewMembersOf } from './createViews.ts';
import type { ViewFunctions, ViewSnapshot } from './TableViews.ts';
import { viewCommands } from './viewCommands.ts';

export interface ConnectedViewsContext extends Omit<ViewsContext, 'linked'> {
  /** The query of the page's address; empty if the address is not used. */
  query(): string;
  readonly prefix: string;
}

export interface ViewedState extends Pick<StateStore, 'state' | 'open' | 'keep'> {
  /** Requests the rows of the state. */
  request(): void;
}

export interface ConnectedViews
  extends Feature<ViewSnapshot, Omit<ViewFunctions, 'viewLink'>>,
    Pick<Views, 'open' | 'prepare'> {}

/** The saved views of a table, and the user's commands for them. */
export function connectViews(
  { query, prefix, ...context }: ConnectedViewsContext,
  { state, open, keep, request }: ViewedState,
): ConnectedViews {
  const views = createViews({ ...context, linked: () => readView(query(), prefix) });

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
