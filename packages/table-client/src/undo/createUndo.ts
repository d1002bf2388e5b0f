import { computed, signal } from '@preact/signals-core';
import { type ProblemKind, TableFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { HostConditions } from '../requests/connection.ts';
import { isRecord } from '../responses/shape.ts';
import type { Notify } from '../table/notices.ts';
import type { Feature } from '../table/snapshots.ts';
import type { UndoStep } from '../table/UndoStep.ts';
import type { UndoFunctions, UndoSnapshot } from './Undo.ts';

interface UndoContext {
  readonly send: SendRequest;
  readonly lifetime: AbortSignal;
  readonly translate: Translate;
  readonly notify: Notify;
  host(): HostConditions;
  reload(): Promise<void>;
}

export interface Undo extends Feature<UndoSnapshot, UndoFunctions> {
  /** Remembers the change of a response, if the server can undo it. */
  remember(response: unknown, by: Omit<UndoStep, 'id'>): UndoStep | null;
}

/** Changes that are remembered: older ones are forgotten. */
const mostSteps = 100;
/** After these, the same request may succeed. */
const passing: ReadonlySet<ProblemKind> = new Set(['offline', 'busy', 'unavailable', 'failed', 'malformed']);

/** The changes that the user made since the table was opened, the last one first undone. */
export function createUndo({ send, lifetime, translate, notify, host, reload }: UndoContext): Undo {
  const steps = signal<readonly UndoStep[]>([]);
  let isRunning = false;

  async function undo(step = steps.value.at(-1)): Promise<boolean> {
    if (step === undefined || isRunning) return false;
    const { id, method, path } = step;
    const { params } = host();
    isRunning = true;
    try {
      const payload = { undo: id, ...(params && { params }) };
      await send({ method, path, payload, signal: lifetime }, 'edit');
      forget(step);
      notify('success', translate('Your change was undone.'));
      await reload();

      return true;
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      if (lifetime.aborted) return false;
      if (!passing.has(error.problem.kind)) forget(step);
      notify('warning', error.problem.message);

      return false;
    } finally {
      isRunning = false;
    }
  }

  function forget({ id }: UndoStep): void {
    steps.value = steps.value.filter((step) => step.id !== id);
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
