import { type EnglishText, say, Text } from '@rowhouse/problems';
import { asText } from '@rowhouse/problems/internal';
import type { RefusedCell } from '@rowhouse/table-protocol';
import { TableError } from '../errors.ts';
import type { Faults } from '../request/parse/Faults.ts';

/** A cell that is not written. */
export interface Refusal {
  /** Identifier of the row as the client sent it. */
  readonly row: string | number;
  readonly column: string;
  readonly reason: RefusedCell['reason'];
  readonly text: EnglishText | Text;
  /** The cell as it is now, if another user has changed it. */
  readonly current?: unknown;
}

/** The cells of a row whose values have faults, each under the path `.<column>`. */
export function refusedValues(
  row: Refusal['row'],
  columns: Iterable<string>,
  faults: Pick<Faults, 'fields'>,
): Refusal[] {
  return [...columns].flatMap((column) => {
    const [text] = faults.fields.get(`.${column}`) ?? [];

    return text === undefined ? [] : [{ row, column, reason: 'value' as const, text }];
  });
}

/** Cells that a response lists; all are counted. */
const mostListed = 1000;

type Shown<Cell> = (refusal: Refusal) => Cell;

/** The members of a response about cells that were not written. */
export function refusedMembers<Cell>(refused: readonly Refusal[], shown: Shown<Cell>) {
  return { refused: refused.slice(0, mostListed).map(shown), refusedCount: refused.length };
}

/**
 * The error of a change of which nothing is written: `tables.row_changed` if other users' changes are the only reason,
 * otherwise `tables.invalid_request`. Its extensions are `refused`, which lists the first 1,000 cells, and `refusedCount`.
 */
export class RefusedCells extends TableError {
  readonly refused: readonly Refusal[];

  /** `shown`: a cell for its reader. Defaults to English. */
  constructor(refused: readonly Refusal[], shown: Shown<RefusedCell> = inEnglish) {
    const isConflict = refused.every(({ reason }) => reason === 'changed');
    const [first] = refused;
    const reason = asText(first?.text ?? '');
    super(
      isConflict ? 'tables.row_changed' : 'tables.invalid_request',
      refused.length === 1
        ? say`Nothing was written: ${reason}`
        : new Text('Nothing was written, because {0|# cell is|# cells are} refused. The first one: {1}', [
            refused.length,
            reason,
          ]),
      { extensions: refusedMembers(refused, shown) },
    );
    this.refused = refused;
  }
}

function inEnglish({ text, ...refusal }: Refusal): RefusedCell {
  return { ...refusal, message: String(text) };
}
