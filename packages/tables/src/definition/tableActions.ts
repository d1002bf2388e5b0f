import { TableError } from '../errors.ts';
import { inputFaults } from '../template/inputFaults.ts';
import { templateActions } from '../template/templateActions.ts';
import { updateFaults } from '../template/updateFaults.ts';
import type { TableDefinition } from './defineTable.ts';
import { writingOf } from './recordsOf.ts';
import type { TableAction } from './TableAction.ts';

/** The actions of a table: those of its template, whose routes are registered before it is validated, and of its definition. */
export function actionsOf({
  template,
  actions = {},
}: Pick<TableDefinition, 'template' | 'actions'>): Record<string, TableAction> {
  return { ...templateActions(template), ...actions };
}

/** Whether the package itself writes the rows of an action: what functions do is not known, and cannot be undone. */
export function isDeclared(action: Pick<TableAction, 'update' | 'delete'>): boolean {
  return action.update !== undefined || action.delete === true;
}

const largestChunk = 1000;

/**
 * Repeats the compiler's checks of actions at run time, for definitions that were not type-checked. Throws
 * `tables.invalid_template`.
 */
export function assertActions(tableId: string, definition: TableDefinition): void {
  const { template, actions = {}, key } = definition;
  const declared = templateActions(template);

  for (const [name, action] of Object.entries(actionsOf(definition))) {
    const { row, rows, update, input, chunkSize = 1, onFailure = 'continue' } = action;
    const refuse = (problem: string, remedy: string): never => {
      throw new TableError(
        'tables.invalid_template',
        `The action "${name}" of table "${tableId}" ${problem}. ${remedy}`,
      );
    };

    if (Object.hasOwn(declared, name) && Object.hasOwn(actions, name)) {
      refuse('is in the template and in the definition', 'Keep one of the two.');
    }
    if (key?.length === 0) {
      refuse(
        'belongs to a table without a unique key',
        'Give the definition a `key` of columns that are unique.',
      );
    }
    const given = [row && 'row()', rows && 'rows()', update && 'update', action.delete && 'delete'].filter(
      Boolean,
    );
    if (given.length !== 1) {
      refuse(
        given.length === 0
          ? 'has neither row() nor rows() nor update nor delete'
          : `has both ${given.join(' and ')}`,
        'Give row() to be called for each row, rows() to be called for a chunk of them, update to set columns, or delete to delete records.',
      );
    }
    if (action.delete && !writingOf(definition).records?.delete) {
      refuse('deletes records, which `records` of the table does not allow', 'Add `delete` to `records`.');
    }
    if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > largestChunk) {
      refuse(`has the chunkSize ${chunkSize}`, `Give a whole number from 1 to ${largestChunk}.`);
    }
    if (onFailure !== 'continue' && onFailure !== 'stop') {
      refuse(`has onFailure: ${JSON.stringify(onFailure)}`, "Give 'continue' or 'stop'.");
    }
    const [fault] = [
      ...(input === undefined ? [] : inputFaults(input, 'input')),
      ...(update ? updateFaults(update, 'update', template, Object.keys(input ?? {})) : []),
    ];
    if (fault) refuse(`has a fault at ${fault.path}: ${fault.problem.replace(/\.$/, '')}`, fault.remedy);
  }
}
