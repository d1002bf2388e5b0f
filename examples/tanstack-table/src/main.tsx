import { createTableClient } from '@rowhouse/table-client';
import { createRoot } from 'react-dom/client';
import { Table } from './Table.tsx';

const name = new URLSearchParams(location.search).get('table') ?? 'readings';
const client = createTableClient({ id: name, path: `/api/${name}/init`, url: true });
const root = document.getElementById('app');

if (root) createRoot(root).render(<Table client={client} />);
