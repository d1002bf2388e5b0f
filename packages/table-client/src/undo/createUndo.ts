import { computed, signal } from '@preact/signals-core';
import { TableFailure } from '../http/TableProblem.ts';
import { isRecord } from '../responses/shape.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { Feature } from '../table/snapshots.ts';
import type { UndoStep } from '../table/UndoStep.ts';
import type { UndoFunctions, UndoSnapshot } from './Undo.ts';
import type { UndoContext } from './UndoContext.ts';

export interface Undo extends Feature<UndoSnapshot, UndoFunctions> {
  /** Remembers the change of a response, if the server can undo it. */
  remember(response: unknown, by: Omit<UndoStep, 'id'>): UndoStep | null;
}

/** Changes that are remembered: older ones are forgotten. */
const mostSteps = 100;

/** The changes that the user made since the table was opened, the last one first undone. */
export function createUndo(context: UndoContext): Undo {
  const steps = signal<readonly UndoStep[]>([]);
  const { load } = lazyModule(() => import('./undoStep.ts'), context.translate);
  let isRunning = false;

  async function undo(step = steps.value.at(-1)): Promise<boolean> {
    if (step === undefined || isRunning) return false;
    isRunning = true;
    try {
      await (await load()).undoStep(step, context, () => {
        steps.value = steps.value.filter(({ id }) => id !== step.id);
      });

      return true;
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      if (!context.lifetime.aborted) context.notify('warning', error.problem.message);

      return false;
    } finally {
      isRunning = false;
    }
  }

  return {
    remember(response, by) {
      const id = isRecord(response) ? response.undo : undefined;
      if (typeof id !== 'string' || id === '') return null;
      const step = { ...by, id };
      steps.value = [...steps.value, step].slice(-mostSteps);

      return step;
    },
    snapshot: { canUndo: computed(() => steps.value.length > 0) },
    functions: { undo },
  };
}
