import { kyselyViewStore } from '@rowhouse/tables/views';
import { defineModule } from '../../kernel/module/Module.ts';
import { locales } from './locales.ts';
import * as viewTables from './migrations/0012_views.ts';
import * as viewPins from './migrations/0013_view_pins.ts';
import { viewRoutes } from './viewRoutes.ts';

/** Saved views of tables: own, shared, defaults and pinned ones. */
export const views = defineModule({
  name: 'views',
  locales,
  permissions: { 'views.share': 'Share views of tables, and set defaults for others' },
  migrations: { '0012_views': viewTables, '0013_view_pins': viewPins },
  routes: async (app, { db }) => {
    await app.register(viewRoutes, { db, store: kyselyViewStore(db) });
  },
});
