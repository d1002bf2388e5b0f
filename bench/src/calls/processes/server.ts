import { apiActionLogger } from '@rowhouse/integrations/fastify';
import fastify from 'fastify';
import pg from 'pg';
import { serveParent } from '../../harness/worker.ts';
import { shipment } from '../orders.ts';
import { openLog, type Request, settings, stateOf } from './process.ts';

const { reads, databaseUrl } = settings;
const log = openLog();
const pool = reads ? new pg.Pool({ connectionString: databaseUrl }) : null;
const app = fastify();
if (log !== null) await app.register(apiActionLogger, { log, routes: 'all' });

app.post<{ Params: { number: string } }>('/v1/orders/:number/shipments', async (request, reply) => {
  const number = Number(request.params.number);
  reply.header('cache-control', 'no-store');
  reply.header('x-request-id', request.headers['x-request-id']);
  if (pool !== null) await readPage(pool, number);

  return shipment(number);
});

/** What a list is made of: 25 of 10,000 rows, and how many there are. */
async function readPage(database: pg.Pool, number: number): Promise<void> {
  const [page, total] = await Promise.all([
    database.query('select id, shop, city from shops order by shop, id limit 25 offset $1', [number % 200]),
    database.query<{ count: string }>('select count(*) from shops where city = $1', [`City ${number % 20}`]),
  ]);
  if (page.rows.length !== 25 || total.rows[0]?.count !== '500')
    throw new Error('The page of shops is not right.');
}

let calls = 0;
app.server.on('request', () => {
  calls += 1;
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
serveParent<Request>(address, async ({ ask }) => {
  if (ask === 'flush') await log?.flush();

  return stateOf(calls, log);
});
