import { describeCell, type TableClient, type TableColumn, type TableRow } from '@rowhouse/table-client';
import {
  type ColDef,
  createGrid,
  type GridApi,
  type IDatasource,
  type IGetRowsParams,
  InfiniteRowModelModule,
  ModuleRegistry,
} from 'ag-grid-community';

ModuleRegistry.registerModules([InfiniteRowModelModule]);

/** Draws a table by AG Grid: one long scroll, of which the client reads the blocks that are in sight. */
export async function showGrid(root: HTMLElement, client: TableClient): Promise<GridApi<TableRow>> {
  await whenReady(client);
  const { template, columns, sort } = client.getSnapshot();
  // The largest page that the server allows.
  client.setLength(Math.max(...(template?.lengthMenu ?? [])));

  return createGrid<TableRow>(root, {
    columnDefs: columns
      .filter(({ visible }) => visible)
      .map((column) => ({
        ...columnDefinition(column, client),
        initialSort: sort[0]?.name === column.name ? (sort[0].direction === 'ASC' ? 'asc' : 'desc') : null,
      })),
    rowModelType: 'infinite',
    cacheBlockSize: client.getSnapshot().length,
    // The client has one page at a time.
    maxConcurrentDatasourceRequests: 1,
    // Blocks that are scrolled past quickly are not read.
    blockLoadDebounceMillis: 50,
    datasource: datasourceOf(client),
    getRowId: ({ data }) => String(client.rowId(data)),
  });
}

function datasourceOf(client: TableClient): IDatasource {
  return {
    async getRows({ startRow, sortModel, successCallback, failCallback }: IGetRowsParams) {
      const { length } = client.getSnapshot();
      client.setSort(
        sortModel.map(({ colId, sort }) => ({ name: colId, direction: sort === 'desc' ? 'DESC' : 'ASC' })),
      );
      client.goToPage(startRow / length + 1);
      await client.reload();

      const { problem, rows, body, pages, start } = client.getSnapshot();
      if (problem || start !== startRow) failCallback();
      else successCallback([...rows], lastRow(startRow, rows.length, length, pages && body?.filtered));
    },
  };
}

/** The number of rows, if it is known by now. */
function lastRow(
  start: number,
  read: number,
  length: number,
  count: number | null | undefined,
): number | undefined {
  return count ?? (read < length ? start + read : undefined);
}

function columnDefinition(column: TableColumn, { translate }: TableClient): ColDef<TableRow> {
  const aligns = { left: '', center: '', right: '' };
  const { name, text, value } = describeCell(column, { translate, align: [], aligns });

  return {
    colId: name,
    headerName: translate(column.label),
    sortable: column.meta.sortable,
    valueGetter: ({ data }) => (data ? text(value(data)) : ''),
  };
}

/** Resolves when init has been read. */
function whenReady(client: TableClient): Promise<void> {
  const isReady = () => client.getSnapshot().phase === 'ready';
  if (isReady()) return Promise.resolve();

  return new Promise((resolve) => {
    const end = client.subscribe(() => {
      if (!isReady()) return;
      end();
      resolve();
    });
  });
}
