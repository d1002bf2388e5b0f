import { ofApplication } from '../runtime/applicationErrors.ts';
import type { ActionRun } from './ActionRun.ts';
import { CallContext, type CallPlace } from './CallContext.ts';
import { isForPeople } from './failureMessage.ts';

/**
 * Calls `before` or `after` in the transaction that its failure undoes. Rejects with an error that was made for people
 * as it is, and otherwise names the function.
 */
export async function callHook(
  name: 'before' | 'after',
  place: Omit<CallPlace, 'withSavepoint'>,
  hook: (context: CallContext) => unknown,
): Promise<void> {
  const context = new CallContext({ ...place, withSavepoint: false });

  try {
    await hook(context);
  } catch (error) {
    const unavailable = context.end()?.unavailable;

    if (isForPeople(error)) throw error;
    if (unavailable) throw unavailable;
    throw ofApplication(new Error(`${name}() of ${described(place.run)} failed.`, { cause: error }));
  } finally {
    context.end();
  }
}

function described({ actionName, query, id }: ActionRun): string {
  return `the action "${actionName}" of table "${query.table.id}" (run ${id})`;
}
