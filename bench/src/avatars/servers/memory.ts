import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import { ready, serverSettings } from './serverSettings.ts';

const image = await readFile(serverSettings.stored);
const etag = '"1-256"';

const app = fastify();
app.get('/avatar', (request, reply) => {
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('image/webp').send(image);
});
await ready(app, '/avatar');
