import { buildApp } from './app.ts';
import { openTasks } from './tasks.ts';

const app = await buildApp(await openTasks());

app.listen(3002, '127.0.0.1', () => console.log('Tasks at http://127.0.0.1:3002/api/tasks/tableData'));
