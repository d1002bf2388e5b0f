import { nodeSqlite } from '@rowhouse/tables/testing';
import { Kysely, SqliteDialect } from 'kysely';
import type { Library } from './books.ts';

/** A small database in memory. */
export async function openLibrary(): Promise<Kysely<Library>> {
  const db = new Kysely<Library>({ dialect: new SqliteDialect({ database: nodeSqlite() }) });

  await db.schema
    .createTable('authors')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('books')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('author_id', 'integer', (column) => column.references('authors.id').notNull())
    .addColumn('price', 'numeric', (column) => column.notNull())
    .addColumn('published_on', 'date')
    .execute();
  await db
    .insertInto('authors')
    .values([
      { id: 1, name: 'Ursula K. Le Guin', country: 'United States' },
      { id: 2, name: 'Stanisław Lem', country: 'Poland' },
      { id: 3, name: 'Νίκος Καζαντζάκης', country: 'Greece' },
    ])
    .execute();
  await db
    .insertInto('books')
    .values([
      { title: 'The Dispossessed', author_id: 1, price: '9.90', published_on: '1974-05-01' },
      { title: 'The Left Hand of Darkness', author_id: 1, price: '8.50', published_on: '1969-03-01' },
      { title: 'Solaris', author_id: 2, price: '7.20', published_on: '1961-06-01' },
      { title: 'Βίος και Πολιτεία του Αλέξη Ζορμπά', author_id: 3, price: '12.00', published_on: null },
    ])
    .execute();

  return db;
}
