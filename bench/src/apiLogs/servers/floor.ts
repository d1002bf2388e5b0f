import fastify from 'fastify';
import pg from 'pg';
import { conditionOf, type LogQuery } from '../LogQuery.ts';
import { ready, serverSettings } from './serverSettings.ts';

const { databaseUrl, poolSize } = serverSettings;
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
const app = fastify();

app.post<{ Body: LogQuery }>('/calls', async ({ body }) => {
  const { sql, values } = conditionOf(body);
  const [{ rows }, filtered] = await Promise.all([
    pool.query(
      `select api_logs.id, call_id, api_logs.created_at, direction, method, url, status, "try", duration, error, user_id,
        users.name as user, route, permissions.id as permission_id
      from api_logs
      left join users on users.id = user_id
      left join permissions on permissions.name = route
      where ${sql} order by api_logs.created_at desc, api_logs.id desc limit 10`,
      [...values],
    ),
    body.counted ? count(sql, values) : null,
  ]);

  return { rows, filtered };
});

async function count(sql: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as filtered from api_logs where ${sql}`, [
    ...values,
  ]);

  return rows[0].filtered;
}

ready(await app.listen({ host: '127.0.0.1', port: 0 }));
