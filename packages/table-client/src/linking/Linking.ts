import type { FilterChoice } from '../filters/Filters.ts';
import type { FilterOption } from '../filters/filterChoices.ts';

/** A row that was not added. */
export interface LinkFault extends FilterOption {
  /** Why; translated. */
  readonly message: string;
}

export interface LinkingFunctions {
  /** The rows that the user may add to the linked ones, as options; null for a table without, and if the user may not add any. */
  addableRows(): FilterChoice | null;
  /** Links rows, one after another, and reads the table again. Resolves with those that were refused. */
  addLinked(rows: readonly FilterOption[]): Promise<readonly LinkFault[]>;
}
