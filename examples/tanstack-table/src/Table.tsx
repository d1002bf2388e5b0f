import { describeCell, type TableClient, type TableRow } from '@rowhouse/table-client';
import {
  type ColumnDef,
  functionalUpdate,
  type PaginationState,
  rowPaginationFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useSyncExternalStore } from 'react';

const features = tableFeatures({ rowPaginationFeature, rowSortingFeature });
const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;
const surroundings = { align: [], aligns: { left: '', center: '', right: '' } };

/** TanStack Table draws; the client has the state, and asks the server to search, sort and page. */
export function Table({ client }: { readonly client: TableClient }) {
  const state = useSyncExternalStore(client.subscribe, client.getSnapshot);
  const { rows, shownColumns, search, sort, page, pages, length, body, problem, loading } = state;

  const columns = useMemo(
    () =>
      shownColumns.map((column): ColumnDef<typeof features, TableRow> => {
        const { name, text, value } = describeCell(column, { translate: client.translate, ...surroundings });

        return {
          id: name,
          header: column.label,
          accessorFn: value,
          cell: ({ getValue }) => text(getValue()),
          enableSorting: column.meta.sortable,
        };
      }),
    [client, shownColumns],
  );
  const data = useMemo(() => [...rows], [rows]);
  const sorting: SortingState = sort.map(({ name, direction }) => ({ id: name, desc: direction === 'DESC' }));
  const pagination: PaginationState = { pageIndex: page - 1, pageSize: length };

  const table = useTable({
    features,
    columns,
    data,
    state: { sorting, pagination },
    manualSorting: true,
    manualPagination: true,
    pageCount: pages ?? -1,
    getRowId: (row) => String(client.rowId(row)),
    onSortingChange: (updater) =>
      client.setSort(
        functionalUpdate(updater, sorting).map(({ id, desc }) => ({
          name: id,
          direction: desc ? 'DESC' : 'ASC',
        })),
      ),
    onPaginationChange: (updater) => client.goToPage(functionalUpdate(updater, pagination).pageIndex + 1),
  });

  return (
    <>
      <input
        type="search"
        aria-label="Search"
        value={search}
        onChange={({ target }) => client.setSearch(target.value)}
      />
      {problem && <p role="alert">{problem.message}</p>}
      <table aria-busy={loading}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} aria-sort={ariaSort[header.column.getIsSorted() || 'none']}>
                  <button type="button" onClick={header.column.getToggleSortingHandler()}>
                    <table.FlexRender header={header} />
                  </button>
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" disabled={page === 1} onClick={() => table.previousPage()}>
        Previous
      </button>
      <button type="button" disabled={!state.hasNextPage} onClick={() => table.nextPage()}>
        Next
      </button>
      <button type="button" disabled={pages === null} onClick={() => table.lastPage()}>
        Last
      </button>
      <output>
        Page {page} of {pages ?? '?'}, {body?.formattedCount} rows
      </output>
    </>
  );
}
