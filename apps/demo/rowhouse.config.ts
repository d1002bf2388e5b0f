import { defineService } from '@rowhouse/service';
import { shop } from './src/index.ts';

/** The demo: what `npm start` runs. */
export default defineService({
  modules: [shop],
  languages: ['en', 'de', 'fr', 'es', 'ro', 'ar'],
});
