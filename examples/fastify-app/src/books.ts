import { belongsTo, defineTable } from '@rowhouse/tables';
import type { Generated, Kysely } from 'kysely';

export interface Library {
  authors: { id: number; name: string; country: string };
  books: {
    id: Generated<number>;
    title: string;
    author_id: number;
    price: string;
    published_on: string | null;
  };
}

export const books = defineTable({
  template: {
    routePrefix: 'books',
    name: 'Books',
    comparisonOperator: 'ILIKE',
    buttons: ['exportExcel', 'destroy'],
    columns: [
      { label: 'Title', name: 'title', data: 'books.title', meta: ['searchable', 'sortable', 'sort:ASC'] },
      { label: 'Author', name: 'author', data: 'authors.name', meta: ['searchable', 'sortable'] },
      { label: 'Country', name: 'writer.country' },
      {
        label: 'Price',
        name: 'price',
        data: 'books.price',
        money: { symbol: '€', precision: 2 },
        meta: ['sortable', 'total'],
      },
      {
        label: 'Published',
        name: 'published_on',
        data: 'books.published_on',
        meta: ['date', 'sortable', 'nullLast', 'filterable'],
      },
    ],
  },
  query: (db: Kysely<Library>) =>
    db
      .selectFrom('books')
      .leftJoin('authors', 'authors.id', 'books.author_id')
      .select([
        'books.id as dtRowId',
        'books.title',
        'books.author_id',
        'authors.name as author',
        'books.price',
        'books.published_on',
      ]),
  with: { writer: belongsTo('authors', { foreignKey: 'author_id', columns: ['country'] }) },
});
