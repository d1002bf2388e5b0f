import type { Database } from '@rowhouse/service';
import { defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { productCategories } from '../data/productCategories.ts';
import template from './products.json' with { type: 'json' };

/** Products of the demo data, which a file may create and change: `files/products.csv`. */
export const products = defineTable({
  template,
  source: 'apps/demo/src/tables/products.json',
  enums: { productCategories },
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('products')
      .select([
        'products.id as dtRowId',
        'products.sku',
        'products.name',
        'products.category',
        'products.price',
        'products.stock',
        'products.available_from',
        'products.on_sale',
      ]),
  records: {
    fields: {
      sku: { help: 'The number of the product in the warehouse' },
      name: true,
      category: true,
      price: true,
      stock: true,
      available_from: true,
      on_sale: true,
    },
    create: true,
    update: true,
    delete: true,
    import: { keys: ['sku'] },
  },
});
