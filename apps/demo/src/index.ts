import { defineModule } from '@rowhouse/service';
import { grantDemoPermissions } from './data/grantDemoPermissions.ts';
import { orderStatuses } from './data/orderStatuses.ts';
import { seedApiLogs } from './data/seedApiLogs.ts';
import { seedDemo } from './data/seedDemo.ts';
import arabic from './locales/ar.json' with { type: 'json' };
import { countryNames } from './locales/countryNames.ts';
import german from './locales/de.json' with { type: 'json' };
import spanish from './locales/es.json' with { type: 'json' };
import french from './locales/fr.json' with { type: 'json' };
import romanian from './locales/ro.json' with { type: 'json' };
import { demoMigration } from './migrations/0001_demo.ts';
import * as rowCounts from './migrations/0002_row_counts.ts';
import * as liveOrders from './migrations/0003_live_orders.ts';
import * as productMigration from './migrations/0004_products.ts';
import * as orderLineMigration from './migrations/0005_order_lines.ts';
import { shopRoutes } from './shop/shopRoutes.ts';
import { cities } from './tables/cities.ts';
import { customers } from './tables/customers.ts';
import { orderLines } from './tables/orderLines.ts';
import { orders } from './tables/orders.ts';
import { products } from './tables/products.ts';
import { countryOptions } from './tables/routes/countryOptions.ts';
import { destroyOrder } from './tables/routes/destroyOrder.ts';
import { downloadOrder } from './tables/routes/downloadOrder.ts';
import { orderSummary } from './tables/routes/orderSummary.ts';
import { payOrders } from './tables/routes/payOrders.ts';
import { showOrder } from './tables/routes/showOrder.ts';

/** Routes of the tables' buttons and filters. */
const routesBeside = [countryOptions, showOrder, downloadOrder, payOrders, orderSummary, destroyOrder];

/** A shop with orders, customers, products and cities: the demo. */
export const shop = defineModule({
  name: 'shop',
  tables: [orders, orderLines, customers, products, cities],
  enums: { orderStatuses },
  locales: {
    de: { ...countryNames('de'), ...german },
    fr: { ...countryNames('fr'), ...french },
    es: { ...countryNames('es'), ...spanish },
    ro: { ...countryNames('ro'), ...romanian },
    ar: { ...countryNames('ar'), ...arabic },
  },
  pages: new URL('../pages/index.ts', import.meta.url),
  migrations: {
    '0001_demo': demoMigration,
    '0002_row_counts': rowCounts,
    '0003_live_orders': liveOrders,
    '0004_products': productMigration,
    '0005_order_lines': orderLineMigration,
  },
  menu: {
    orders: {
      path: '/orders',
      icon: 'fa-box',
      about: 'What customers ordered, what was paid, and what is on its way.',
    },
    'order-lines': {
      icon: 'fa-list',
      about: 'The products of each order.',
    },
    customers: {
      icon: 'fa-address-book',
      about: 'Who orders, and where they live.',
    },
    products: {
      icon: 'fa-tags',
      about: 'What the shop sells, brought in from a file.',
    },
    cities: {
      label: 'Cities',
      path: '/cities',
      icon: 'fa-city',
      about: 'Cities of the world, with their country and population.',
    },
  },
  permissions: {
    'shop.orders.show': 'Read an order, as a web shop',
    'shop.orders.update': 'Report what has happened to an order, as a web shop',
  },
  seed: {
    fill: (db, { rows, progress }) => seedDemo(db, { orders: rows }, progress),
    complete: async (db, { isFirst }) => {
      if (isFirst) await grantDemoPermissions(db);
      await seedApiLogs(db);
    },
  },
  routes: async (app, context) => {
    const { db, config, calls } = context;
    for (const routes of routesBeside) await app.register(routes, { prefix: '/api', db, config });
    const { languages, language } = config;
    await app.register(shopRoutes, { db, calls, languages, language });
  },
});
