import { tablesHandler } from '@rowhouse/tables/fetch';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { type Database, rooms } from './rooms.ts';

export async function buildApp(db: Kysely<Database>): Promise<Hono> {
  const app = new Hono();

  const handle = tablesHandler({
    db,
    prefix: '/api',
    tables: [rooms],
    checks: () => import('@rowhouse/tables-dev/checks'),
    // What the table's own buttons call, of the app.
    routes: [{ name: 'rooms.destroy', path: '/api/rooms/:room', methods: ['DELETE'] }],
  });
  // Faults of templates, at start.
  await handle.ready();
  app.use('/api/*', async (context, next) => (await handle(context.req.raw)) ?? (await next()));

  app.delete('/api/rooms/:room', async (context) => {
    await db
      .deleteFrom('rooms')
      .where('id', '=', Number(context.req.param('room')))
      .execute();

    return context.json({ message: 'The room was deleted.' });
  });

  return app;
}
