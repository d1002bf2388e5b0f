import { type ProblemKind, TableFailure } from '../http/TableProblem.ts';
import { failureDetails, jobInResponse, readFailures } from '../responses/readAction.ts';
import { isRecord } from '../responses/shape.ts';
import type { UndoStep } from '../table/UndoStep.ts';
import type { UndoContext } from './UndoContext.ts';

/** After these, the same request may succeed. */
const passing: ReadonlySet<ProblemKind> = new Set(['offline', 'busy', 'unavailable', 'failed', 'malformed']);

/** Whether a response is about many rows: its message says how many. */
function isMany(response: Readonly<Record<string, unknown>>): response is { readonly message: string } {
  return typeof response.processed === 'number' && typeof response.message === 'string';
}

/** Undoes a change, and reads the rows again. Throws `TableFailure`; `forget` is called unless it may succeed later. */
export async function undoStep(
  { id, method, path }: UndoStep,
  { send, lifetime, translate, notify, host, reload, follow }: UndoContext,
  forget: () => void,
): Promise<void> {
  const { params } = host();
  let response: unknown;
  try {
    response = await send(
      { method, path, payload: { undo: id, ...(params && { params }) }, signal: lifetime },
      'edit',
    );
  } catch (error) {
    if (error instanceof TableFailure && !passing.has(error.problem.kind)) forget();
    throw error;
  }
  forget();
  const job = jobInResponse(response);
  if (job && follow) {
    follow(job);
    return;
  }
  const failures = readFailures(response);
  const message = isRecord(response) && isMany(response) ? response.message : '';
  if (failures.count > 0)
    notify(
      'warning',
      message,
      failureDetails(failures, ({ name, dtRowId }) => name ?? String(dtRowId)),
    );
  else notify('success', message || translate('Your change was undone.'));
  await reload();
}
