import {
  createTables,
  defineTable,
  type TableContext,
  type TableDefinition,
  type Tables,
  type TemplateJson,
} from '@rowhouse/tables';
import { type TablesHandler, tablesHandler } from '@rowhouse/tables/fetch';
import { checkTables, type TableFaults } from '@rowhouse/tables-dev';
import type { Generated, Kysely } from 'kysely';
import { expectTypeOf, it } from 'vitest';

/** Types that users of @rowhouse/tables rely on. `npm run check:types` checks them; nothing here has to run. */
interface Shop {
  orders: { id: Generated<number>; number: string; note: string | null; total: string };
  customers: { id: number; name: string };
}

interface User {
  readonly id: number;
}

declare const db: Kysely<Shop>;
const template: TemplateJson = {
  routePrefix: 'orders',
  columns: [{ label: 'Number', name: 'number', data: 'orders.number' }],
};
const query = (shop: Kysely<Shop>) =>
  shop.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number', 'orders.note', 'orders.total']);

it('types the rows of every row function from the query', () => {
  interface Row {
    dtRowId: number;
    number: string;
    note: string | null;
    total: string;
  }

  const definition = defineTable({
    template,
    query,
    methods: {
      shout: (row) => {
        expectTypeOf(row).toEqualTypeOf<Row>();

        return row.number.toUpperCase();
      },
    },
    appends: {
      summary: (row, context) => {
        expectTypeOf(row.note).toEqualTypeOf<string | null>();
        expectTypeOf(context.timeZone).toEqualTypeOf<string>();
      },
    },
    resources: {
      price: (value, row) => {
        expectTypeOf(value).toEqualTypeOf<unknown>();
        expectTypeOf(row).toEqualTypeOf<Row>();
      },
    },
    rowActions: (row) => (row.total === '0' ? [] : ['pay']),
    cssClasses: (row) => ({ number: row.note === null ? '' : 'has-note' }),
    actions: {
      pay: {
        row: async (row, context) => {
          expectTypeOf(row).toEqualTypeOf<Row>();
          expectTypeOf(context.db).toEqualTypeOf<Kysely<Shop>>();
        },
      },
    },
  });

  expectTypeOf(definition).toEqualTypeOf<TableDefinition>();
});

it('types the user from the context of the query', () => {
  defineTable({
    template,
    query: (shop: Kysely<Shop>, context: TableContext<User>) =>
      query(shop).where('orders.id', '=', context.user?.id ?? 0),
    appends: {
      mine: (row, { user }) => {
        expectTypeOf(user).toEqualTypeOf<User | null>();

        return row.dtRowId === user?.id;
      },
    },
  });
});

it('refuses invalid definitions', () => {
  const withoutId = (shop: Kysely<Shop>) => shop.selectFrom('orders').select('orders.number');
  // @ts-expect-error The row identifier is not selected.
  defineTable({ template, query: withoutId });
  defineTable({
    template,
    query,
    // @ts-expect-error The rows have no such column.
    methods: { wrong: (row) => row.customer },
  });
  defineTable({
    template,
    query,
    // @ts-expect-error Names of buttons are texts.
    rowActions: () => [1],
  });
  // @ts-expect-error A template needs columns.
  defineTable({ template: { routePrefix: 'orders' }, query });
});

it('has types for the results of the tables', () => {
  const tables = () => createTables({ db, definitions: [defineTable({ template, query })] });
  expectTypeOf(tables).returns.toEqualTypeOf<Tables>();
  expectTypeOf<Tables['data']>().parameter(0).toEqualTypeOf<string>();
  expectTypeOf(checkTables).returns.resolves.toEqualTypeOf<readonly TableFaults[]>();
  expectTypeOf(tablesHandler).returns.toEqualTypeOf<TablesHandler>();
  expectTypeOf<ReturnType<TablesHandler>>().resolves.toEqualTypeOf<Response | null>();
});
