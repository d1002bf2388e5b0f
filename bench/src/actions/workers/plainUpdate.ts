import pg from 'pg';
import { work, workerSettings } from './workerSettings.ts';

const { databaseUrl, rows, mark } = workerSettings;
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
await work(async () => {
  await client.query('update orders set items = $1 where id <= $2', [mark, rows]);
});
await client.end();
