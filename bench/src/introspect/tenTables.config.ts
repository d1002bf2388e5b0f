import { defineModule, defineService } from '@rowhouse/service';
import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { shelves } from './shelves.ts';

/** A service with ten tables, each with a search, filters and a total. */
export default defineService({
  modules: [
    defineModule({
      name: 'shelves',
      migrations: {
        '0001_shelves': {
          up: async (db) => {
            for (const shelf of shelves) {
              await sql`create table ${sql.table(shelf)} (id integer primary key, title text not null, amount numeric(12, 2), made date)`.execute(
                db,
              );
            }
          },
        },
      },
      tables: shelves.map((shelf) =>
        defineTable({
          template: {
            routePrefix: shelf,
            comparisonOperator: 'ILIKE',
            buttons: ['exportExcel'],
            columns: [
              { label: 'Title', name: 'title', data: 'shelf.title', meta: ['searchable', 'sortable'] },
              {
                label: 'Amount',
                name: 'amount',
                data: 'shelf.amount',
                money: { precision: 2 },
                meta: ['total', 'filterable'],
              },
              { label: 'Made', name: 'made', data: 'shelf.made', meta: ['date', 'sortable', 'filterable'] },
            ],
          },
          query: (
            db: Kysely<
              Record<string, { id: number; title: string; amount: string | null; made: string | null }>
            >,
          ) =>
            db
              .selectFrom(`${shelf} as shelf`)
              .select(['shelf.id as dtRowId', 'shelf.title', 'shelf.amount', 'shelf.made']),
        }),
      ),
    }),
  ],
});
