import { batch } from '@preact/signals-core';
import type { TableView } from '@rowhouse/table-protocol';
import type { Translate } from '../language/translator.ts';
import { beyondViews } from '../state/OpenView.ts';
import type { TableState } from '../table/TableState.ts';
import type { Views } from './createViews.ts';
import type { ViewFunctions } from './TableViews.ts';
import { viewListCommands } from './viewListCommands.ts';
import { savedState } from './viewState.ts';

export interface ViewCommandsContext {
  readonly views: Views;
  readonly translate: Translate;
  state(): TableState;
  /** Replaces the state, and requests its rows. */
  show(view: string | null, state: Partial<TableState>): void;
  /** Writes the state to storage and address, after the open view or the default has changed. */
  keep(): void;
}

/** The user's commands for saved views: opening them, and saving the table's state in them. */
export function viewCommands(context: ViewCommandsContext): Omit<ViewFunctions, 'viewLink'> {
  const { views, translate, show } = context;
  const { source, view, list, notices, attempt, idOf } = views;

  function current() {
    if (!views.table.value) throw new Error(translate('The table is being loaded.'));

    return savedState(context.state(), views.table.value);
  }

  /** The table shows the current state of the view. */
  function enter(saved: TableView): void {
    batch(() => {
      list.put(saved);
      views.open.set(saved.id);
    });
    context.keep();
    notices.saved(saved.name);
  }

  /** Members that stay when another view is opened. */
  const screen = () => ({ ...beyondViews(context.state()), start: 0 });

  function open(id: string): void {
    const found = views.open.stateOf(id);
    if (found) show(id, { ...screen(), ...found });
  }

  return {
    openView: (id) =>
      attempt(async () => {
        if (!views.table.value) return;
        if (id === null) {
          show(null, screen());
          return;
        }
        if (!list.find(id)) await views.add(id);
        open(id);
      }),
    saveView: () =>
      attempt(async (server) => {
        const opened = view.value;
        if (!opened) return;
        try {
          enter(await server.change(opened.id, { state: current(), revision: opened.revision }));
        } catch (error) {
          if (!isConflict(error)) throw error;
          await views.reload();
          throw new Error(
            translate('This view was changed elsewhere meanwhile. Save again to replace that change.'),
            { cause: error },
          );
        }
      }),
    saveViewAs: async (name) => {
      enter(await source.save({ name, state: current() }));
    },
    copyView: (id) =>
      attempt(async (server) => {
        const copy = await server.copy(idOf(id));
        list.put(copy);
        open(copy.id);
        notices.saved(copy.name);
      }),
    ...viewListCommands(context),
  };
}

function isConflict(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  const problem = error instanceof Error && 'problem' in error ? error.problem : undefined;

  return status === 409 || (problem instanceof Object && 'status' in problem && problem.status === 409);
}
