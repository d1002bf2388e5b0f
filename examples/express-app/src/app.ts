import { tablesHandler } from '@rowhouse/tables/fetch';
import express, { type Express } from 'express';
import type { Kysely } from 'kysely';
import { type Database, tasks } from './tasks.ts';
import { viaFetch } from './viaFetch.ts';

export async function buildApp(db: Kysely<Database>): Promise<Express> {
  const app = express();

  const handle = tablesHandler({
    db,
    prefix: '/api',
    tables: [tasks],
    checks: () => import('@rowhouse/tables-dev/checks'),
    // What the table's own buttons call, of the app.
    routes: [{ name: 'tasks.destroy', path: '/api/tasks/:task', methods: ['DELETE'] }],
    // Stands for your sessions.
    access: {
      user: ({ headers }) => headers.get('x-user'),
      permits: (user, routeName) => user === 'ada' || routeName !== 'tasks.finish',
    },
  });
  // Faults of templates, at start.
  await handle.ready();
  app.use(viaFetch(handle));
  app.use(express.json());

  app.delete('/api/tasks/:task', async ({ params, body }, res) => {
    await db.deleteFrom('tasks').where('id', '=', Number(params.task)).execute();
    res.json({ message: 'The task was deleted.', reason: body?.reason });
  });

  return app;
}
