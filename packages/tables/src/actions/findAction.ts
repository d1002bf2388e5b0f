import type { Table } from '../definition/Table.ts';
import type { TableAction } from '../definition/TableAction.ts';
import { TableError } from '../errors.ts';

/** The action of a name. Throws `tables.not_found`: as for a job whose action has been removed from the code. */
export function findAction({ id, definition }: Table, name: string): TableAction {
  const actions = definition.actions ?? {};
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;

  if (!action) throw new TableError('tables.not_found', `The table "${id}" has no action "${name}".`);

  return action;
}
