/** The columns that the cases sort by. */
export type SortColumn = 'placed_at' | 'currency' | 'total';

/** One page requested from a contender, independent of its protocol. */
export interface Query {
  /** Zero-based index of the first row. */
  start: number;
  length: number;
  sort: readonly { column: SortColumn; direction: 'asc' | 'desc' }[];
  /** Text that the customer's name or the order's number contains, whatever the case of its letters. */
  search?: string;
  status?: number;
  /** Whether the response must contain the exact number of rows after search and filter. */
  counted: boolean;
}
