import fastify, { type FastifyReply } from 'fastify';
import pg from 'pg';
import { ready, settings } from './server.ts';

interface Values {
  readonly name?: string;
  readonly company?: string | null;
  readonly email?: string;
  readonly country_code?: string;
  readonly newsletter?: boolean | null;
}

const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: settings.poolSize });
const app = fastify({ ajv: { customOptions: { removeAdditional: false, allErrors: true } } });

const properties = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  company: { type: ['string', 'null'] },
  email: { type: 'string', pattern: '^[^\\s@]+@[^\\s@]+$' },
  country_code: { type: 'string' },
  newsletter: { type: ['boolean', 'null'] },
};
const values = { type: 'object', properties, additionalProperties: false };
const columns = Object.keys(properties);
const shown = `select c.id as "dtRowId", c.name, c.company, c.email, countries.name as country, c.newsletter,
  to_char(c.created_at at time zone 'UTC', 'DD-MM-YYYY HH24:MI:SS') as created_at
  from customers c left join countries on countries.code = c.country_code where c.id = $1`;

/** Has the status of the response. */
class Refused extends Error {
  readonly statusCode: number;

  constructor(statusCode: number) {
    super('refused');
    this.statusCode = statusCode;
  }
}

app.post<{ Body: { values: Values } }>(
  '/customers',
  { schema: { body: required({ values: { ...values, required: ['name', 'email', 'country_code'] } }) } },
  async ({ body: { values: sent } }, reply: FastifyReply) => {
    const row = await inTransaction(async (client) => {
      await checkCountry(client, sent);
      const inserted = await run<{ id: number }>(
        client,
        'insert into customers (name, company, email, country_code, newsletter) values ($1, $2, $3, $4, $5) returning id',
        [sent.name, sent.company, sent.email, sent.country_code, sent.newsletter],
      );
      const id = inserted.rows[0]?.id ?? 0;
      await keep(client, id, null, sent);

      return read(client, id);
    });

    return reply.code(201).send({ row });
  },
);

app.patch<{ Body: { row: number; values: Values; expected: Values } }>(
  '/customers',
  { schema: { body: required({ row: { type: 'integer' }, values, expected: values }) } },
  async ({ body: { row: id, values: sent, expected } }) => ({
    row: await inTransaction(async (client) => {
      const found = await run<Required<Values>>(
        client,
        `select ${columns.join(', ')} from customers where id = $1 for update`,
        [id],
      );
      const [before] = found.rows;
      if (!before) throw new Refused(404);
      const changed = changedOf(before, sent);
      if (changedOf(before, expected).length > 0) throw new Refused(409);
      await checkCountry(client, sent);
      if (changed.length > 0) {
        const set = changed.map(([column], index) => `${column} = $${index + 2}`).join(', ');
        await run(client, `update customers set ${set} where id = $1`, [
          id,
          ...changed.map(([, value]) => value),
        ]);
        await keep(client, id, before, sent);
      }

      return read(client, id);
    }),
  }),
);

/** The given values that a record does not have. */
function changedOf(record: Values, given: Values): [string, unknown][] {
  return Object.entries(given).filter(([column, value]) => record[column as keyof Values] !== value);
}

/** Text → the name by which connections have prepared it. */
const names = new Map<string, string>();

function run<Row extends pg.QueryResultRow>(client: pg.PoolClient, text: string, parameters: unknown[]) {
  if (!settings.prepared) return client.query<Row>(text, parameters);
  const name = names.get(text) ?? `floor_${names.size}`;
  names.set(text, name);

  return client.query<Row>({ name, text, values: parameters });
}

async function checkCountry(client: pg.PoolClient, { country_code: code }: Values): Promise<void> {
  if (code === undefined) return;
  const { rowCount } = await run(client, 'select from countries where code = $1', [code]);
  if (rowCount === 0) throw new Refused(422);
}

async function keep(client: pg.PoolClient, id: number, before: Values | null, after: Values): Promise<void> {
  if (!settings.keeps) return;
  const content = JSON.stringify({ before, after });
  await run(client, 'insert into floor_changes (customer, content) values ($1, $2)', [id, content]);
}

async function read(client: pg.PoolClient, id: number): Promise<unknown> {
  return (await run(client, shown, [id])).rows[0];
}

async function inTransaction<Result>(run: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await run(client);
    await client.query('commit');

    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function required(members: Readonly<Record<string, object>>): object {
  return { type: 'object', properties: members, required: Object.keys(members), additionalProperties: false };
}

app.setErrorHandler((error: Error & { validation?: unknown; statusCode?: number }, _request, reply) => {
  const status = error.validation ? 422 : (error.statusCode ?? 500);

  return reply.code(status).send({ message: error.message });
});

ready(await app.listen({ host: '127.0.0.1', port: 0 }));
