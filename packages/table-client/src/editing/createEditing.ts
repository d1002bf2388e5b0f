import { signal } from '@preact/signals-core';
import { TableFailure } from '../http/TableProblem.ts';
import type { Translate } from '../language/translator.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { Feature } from '../table/snapshots.ts';
import type { EditingContext } from './cellEditing.ts';
import type { CellEdit, EditingFunctions, EditingSnapshot } from './Editing.ts';

interface LazyEditingContext extends Omit<EditingContext, 'editing'> {
  readonly translate: Translate;
}

export interface Editing extends Feature<EditingSnapshot, EditingFunctions> {
  /** Ends the edit of a row that is no longer on the page, unless it is being sent. */
  dropEdit(): void;
}

/** The edit of one cell at a time. Loaded with the first one. */
export function createEditing(context: LazyEditingContext): Editing {
  const editing = signal<CellEdit | null>(null);
  const { loaded, load } = lazyModule(async () => {
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
    },
    dropEdit: () => loaded()?.dropEdit(),
  };
}
