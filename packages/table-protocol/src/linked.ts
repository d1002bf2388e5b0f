import { filterValue } from './filters.ts';
import { anyOf, boolean, type Infer, list, object, optional, record, text } from './shape/Shape.ts';

export const linkedRows = object({
  /** Id of the table with the rows that link: its routePrefix. */
  table: text({ minLength: 1 }),
  /** Its `table.column` that refers to the linked rows. Like the filters, one that the table can be filtered by. */
  by: text({ minLength: 1 }),
  /** table → column → value, or list of values: filters of that table, at least one. */
  filters: record(record(anyOf(filterValue, list(filterValue)))),
  /** The rows that are not linked, instead. Defaults to false. */
  negated: optional(boolean()),
});
/** The rows of a table that the rows of another one link to a record: a join table's, which the user sees. */
export interface LinkedRows extends Infer<typeof linkedRows> {}
