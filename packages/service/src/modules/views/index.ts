import { kyselyViewStore } from '@rowhouse/tables/views';
import { defineModule } from '../../kernel/module/Module.ts';
import ar from './locales/ar.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import ro from './locales/ro.json' with { type: 'json' };
import * as viewTables from './migrations/0012_views.ts';
import * as viewPins from './migrations/0013_view_pins.ts';
import { viewRoutes } from './viewRoutes.ts';

/** Saved views of tables: own, shared, defaults and pinned ones. */
export const views = defineModule({
  name: 'views',
  locales: { de, fr, es, ro, ar },
  permissions: {
    'views.share': { label: 'Share views of tables, and set defaults for others', group: 'Views' },
  },
  migrations: { '0012_views': viewTables, '0013_view_pins': viewPins },
  routes: async (app, { db }) => {
    await app.register(viewRoutes, { db, store: kyselyViewStore(db) });
  },
});
