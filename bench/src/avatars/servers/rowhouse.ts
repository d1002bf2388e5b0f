import { readFile } from 'node:fs/promises';
import { createAvatars } from '@rowhouse/avatars';
import { avatars as avatarsPlugin } from '@rowhouse/avatars/fastify';
import { memoryFiles } from '@rowhouse/avatars/testing';
import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ready, serverSettings } from './serverSettings.ts';

interface Database {
  users: { id: number; name: string; email: string };
}

const pool = new pg.Pool({ connectionString: serverSettings.databaseUrl, max: 10 });
const avatars = createAvatars({
  db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
  users: (db) => db.selectFrom('users').select(['id', 'name', 'email']),
  files: memoryFiles(),
});
const { url } = await avatars.store(1, await readFile(serverSettings.upload));

const app = fastify();
await app.register(avatarsPlugin, {
  avatars,
  actor: () => ({ id: 1, isActive: true, isSuperior: false, isImpersonated: false }),
});
await ready(app, url);
