import { type ProblemKind, TableFailure } from '../http/TableProblem.ts';
import type { UndoStep } from '../table/UndoStep.ts';
import type { UndoContext } from './UndoContext.ts';

/** After these, the same request may succeed. */
const passing: ReadonlySet<ProblemKind> = new Set(['offline', 'busy', 'unavailable', 'failed', 'malformed']);

/** Undoes a change, and reads the rows again. Throws `TableFailure`; `forget` is called unless it may succeed later. */
export async function undoStep(
  { id, method, path }: UndoStep,
  { send, lifetime, translate, notify, host, reload }: UndoContext,
  forget: () => void,
): Promise<void> {
  const { params } = host();
  try {
    await send({ method, path, payload: { undo: id, ...(params && { params }) }, signal: lifetime }, 'edit');
  } catch (error) {
    if (error instanceof TableFailure && !passing.has(error.problem.kind)) forget();
    throw error;
  }
  forget();
  notify('success', translate('Your change was undone.'));
  await reload();
}
