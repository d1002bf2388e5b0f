/** The columns that the cases sort by. */
type SortColumn = 'placed_at' | 'currency' | 'total';

/** One page requested from a contender, independent of its protocol. */
export interface Query {
  /** Zero-based index of the first row. */
  readonly start: number;
  readonly length: number;
  readonly sort: readonly { readonly column: SortColumn; readonly direction: 'asc' | 'desc' }[];
  /** Text that the customer's name or the order's number contains, in upper or lower case. */
  readonly search?: string;
  readonly status?: number;
  /** Whether the response must contain the exact number of rows after search and filter. */
  readonly counted: boolean;
}

export interface Case {
  readonly id: string;
  readonly title: string;
  /** Sent in turn; most cases have one. */
  readonly queries: readonly Query[];
}

const pageLength = 25;
/** In the names of the customers of about one order in a hundred. */
const searchText = 'Smith';
/** Returned: about 6 % of the orders. */
const status = 6;

/** What is measured, on a table of the given number of orders. */
export function casesOf(orders: number): readonly Case[] {
  const page: Query = {
    start: 0,
    length: pageLength,
    sort: [{ column: 'placed_at', direction: 'desc' }],
    counted: false,
  };
  const pages = Math.ceil(orders / pageLength);
  const twoColumns: Query['sort'] = [
    { column: 'currency', direction: 'asc' },
    { column: 'total', direction: 'desc' },
  ];
  const at = (pageIndex: number): Query => ({ ...page, start: pageIndex * pageLength, counted: true });
  return [
    { id: 'first-page', title: 'first page', queries: [page] },
    { id: 'first-page-counted', title: 'first page + exact count', queries: [at(0)] },
    { id: 'search', title: 'search, 1 % match', queries: [{ ...page, search: searchText }] },
    {
      id: 'search-counted',
      title: 'search, 1 % match + exact count',
      queries: [{ ...page, search: searchText, counted: true }],
    },
    { id: 'two-columns', title: 'two-column sort, no index', queries: [{ ...page, sort: twoColumns }] },
    { id: 'middle-page', title: 'page at 50 %', queries: [at(Math.floor(pages / 2))] },
    { id: 'last-page', title: 'last page', queries: [at(pages - 1)] },
    { id: 'random-pages', title: '20 scattered pages', queries: scattered(20, pages).map(at) },
    { id: 'count', title: 'unfiltered count', queries: [{ ...page, length: 10, counted: true }] },
    { id: 'filter', title: 'one status of six', queries: [{ ...page, status }] },
    {
      id: 'filter-counted',
      title: 'one status of six + exact count',
      queries: [{ ...page, status, counted: true }],
    },
  ];
}

/** Page indexes spread evenly but out of order: multiples of the golden ratio. */
function scattered(count: number, pages: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.floor((((i + 1) * 0.6180339887) % 1) * pages));
}
