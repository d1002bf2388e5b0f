import { signal } from '@preact/signals-core';
import { TableFailure } from '../../http/TableProblem.ts';
import type { Translate } from '../../TableController.ts';
import type { CellEdit, EditingFunctions } from '../../TableEditing.ts';
import { lazyPart } from '../lazyPart.ts';
import type { EditingContext } from './cellEditing.ts';

interface LazyEditingContext extends Omit<EditingContext, 'editing'> {
  readonly translate: Translate;
}

/** The edit of one cell at a time. Loaded with the first one. */
export function useEditing(context: LazyEditingContext) {
  const editing = signal<CellEdit | null>(null);
  const { loaded, load } = lazyPart(async () => {
    const { cellEditing } = await import('./cellEditing.ts');

    return cellEditing({ ...context, editing });
  }, context.translate);

  return {
    snapshot: { editing },
    functions: {
      startEdit: async (row, column) => {
        try {
          return await (await load()).functions.startEdit(row, column);
        } catch (error) {
          if (!(error instanceof TableFailure)) throw error;
          context.notify('danger', error.problem.message);
          return false;
        }
      },
      // Without an edit, there is nothing to commit or to end.
      commitEdit: async (value) => (await loaded()?.functions.commitEdit(value)) ?? true,
      cancelEdit: () => loaded()?.functions.cancelEdit(),
      resolveConflict: async (choice) => (await loaded()?.functions.resolveConflict(choice)) ?? false,
    } satisfies EditingFunctions,
    /** Ends the edit of a row that is no longer on the page, unless it is being sent. */
    dropEdit: () => loaded()?.dropEdit(),
  };
}
