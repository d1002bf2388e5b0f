import { TableError } from '../errors.ts';
import type { TableDefinition } from './defineTable.ts';

const largestChunk = 1000;

/** What TypeScript sees of actions where they are defined in it. Throws `tables.invalid_template`. */
export function assertActions(tableId: string, { actions = {}, key }: TableDefinition): void {
  for (const [name, { row, rows, chunkSize = 1, onFailure = 'continue' }] of Object.entries(actions)) {
    const refuse = (problem: string, remedy: string): never => {
      throw new TableError(
        'tables.invalid_template',
        `The action "${name}" of table "${tableId}" ${problem}. ${remedy}`,
      );
    };

    if (key?.length === 0) {
      refuse(
        'is for a table whose rows may be equal',
        'Give the definition a `key` of columns that are unique.',
      );
    }
    if (Boolean(row) === Boolean(rows)) {
      refuse(
        row ? 'has both row() and rows()' : 'has neither row() nor rows()',
        'Give row() to be called for each row, or rows() to be called for a chunk of them.',
      );
    }
    if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > largestChunk) {
      refuse(`has the chunkSize ${chunkSize}`, `Give a whole number from 1 to ${largestChunk}.`);
    }
    if (onFailure !== 'continue' && onFailure !== 'stop') {
      refuse(`has onFailure: ${JSON.stringify(onFailure)}`, "Give 'continue' or 'stop'.");
    }
  }
}
