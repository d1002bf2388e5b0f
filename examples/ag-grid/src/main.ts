import { createTableClient } from '@rowhouse/table-client';
import { showGrid } from './showGrid.ts';

const name = new URLSearchParams(location.search).get('table') ?? 'readings';
// The grid has its own place in the rows, which is not kept.
const client = createTableClient({ id: name, path: `/api/${name}/init`, storage: null });
const root = document.getElementById('app');

if (root) void showGrid(root, client);
