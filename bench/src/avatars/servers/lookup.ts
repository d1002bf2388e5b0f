import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import pg from 'pg';
import { ready, serverSettings } from './serverSettings.ts';

const image = await readFile(serverSettings.stored);
const pool = new pg.Pool({ connectionString: serverSettings.databaseUrl, max: 10 });

const app = fastify();
app.get<{ Params: { id: string } }>('/avatars/:id', async (request, reply) => {
  const { rows } = await pool.query<{ file_id: number }>('select file_id from avatars where id = $1', [
    request.params.id,
  ]);
  if (rows[0] === undefined) return reply.code(404).send();
  const etag = `"${rows[0].file_id}-256"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('image/webp').send(image);
});
const { rows } = await pool.query<{ id: number }>('select id from avatars where user_id = 1');
await ready(app, `/avatars/${rows[0]?.id}`);
