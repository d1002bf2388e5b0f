import { createTables } from '@rowhouse/tables';
import { namedRoutes, tables } from '@rowhouse/tables/fastify';
import fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { books, type Library } from './books.ts';
import { localExports } from './localExports.ts';

export async function buildApp(db: Kysely<Library>): Promise<FastifyInstance> {
  const app = fastify();

  // First, so that the table's button finds the route that it names.
  await app.register(namedRoutes);

  app.delete<{ Params: { book: number } }>(
    '/api/books/:book',
    { config: { name: 'books.destroy' } },
    async (request) => {
      await db.deleteFrom('books').where('id', '=', Number(request.params.book)).execute();

      return { message: 'The book was deleted.' };
    },
  );

  const exports = await localExports(app, createTables({ db, definitions: [books] }));

  await app.register(tables, {
    prefix: '/api',
    db,
    tables: [books],
    exports,
    checks: () => import('@rowhouse/tables-dev/checks'),
  });

  return app;
}
