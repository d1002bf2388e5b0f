import type { AddedLink, LinkedRows, RemovedLink } from '@rowhouse/table-protocol';
import type { FilterOption, readFilterOptions } from '../filters/filterChoices.ts';
import { TableFailure } from '../http/TableProblem.ts';
import { uuid } from '../http/uuid.ts';
import type { RowId } from '../table/TableRow.ts';
import type { UndoStep } from '../table/UndoStep.ts';
import type { LinkFault } from './Linking.ts';
import type { LinkingContext } from './LinkingContext.ts';

/** Creates a record of the join table for each row, one after another. Resolves with the rows that were refused. */
export async function addLinks(
  { path, values, field }: AddedLink,
  rows: readonly FilterOption[],
  context: LinkingContext,
): Promise<readonly LinkFault[]> {
  const faults: LinkFault[] = [];
  const steps: (UndoStep | null)[] = [];
  for (const row of rows) {
    const payload = { values: { ...values, [field]: row.id }, requestId: uuid() };
    try {
      const response = await context.send({ method: 'POST', path, payload }, 'edit');
      steps.push(context.remember(response, { method: 'DELETE', path }));
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      const [[message] = []] = Object.values(error.problem.errors);
      faults.push({ ...row, message: message ?? error.problem.message });
    }
  }
  if (steps.length > 0) {
    const message = context.translate('{count|# row was|# rows were} added.', { count: steps.length });
    await finish(message, steps, context);
  }

  return faults;
}

/** Deletes the records of the join table that link a row; none if another user has done it meanwhile. Throws `TableFailure`. */
export async function removeLinks(
  { by, filters }: LinkedRows,
  { path: template, rows }: RemovedLink,
  row: RowId,
  context: LinkingContext & { readonly readOptions: typeof readFilterOptions },
): Promise<void> {
  const { send, translate, remember } = context;
  const dot = by.lastIndexOf('.');
  const table = by.slice(0, dot);
  const ofRow = { ...filters, [table]: { ...filters[table], [by.slice(dot + 1)]: row } };
  const choice = {
    ...({ label: '', name: '', data: by, type: 'select', path: rows } as const),
    names: { row: null, request: { filters: ofRow } },
  };
  const links = await context.readOptions(choice, { query: '', limit: 10 }, send, translate);
  const steps: (UndoStep | null)[] = [];
  for (const { id } of links) {
    const path = template.replace('dtRowId', () => encodeURIComponent(String(id).toWellFormed()));
    const response = await send({ method: 'DELETE', path, payload: { requestId: uuid() } }, 'action');
    steps.push(remember(response, { method: 'POST', path }));
  }
  await finish(translate('Removed from this list.'), steps, context);
}

/** Several changes are undone one after another, by the keyboard. */
async function finish(
  message: string,
  steps: readonly (UndoStep | null)[],
  { notify, lifetime, reload }: LinkingContext,
): Promise<void> {
  if (lifetime.aborted) return;
  const [step] = steps;
  notify('success', message, steps.length === 1 && step ? { undo: step } : undefined);
  await reload();
}
