import { defineService } from './apps/service/src/createService.ts';
import { shop } from './apps/service/src/demo/index.ts';

/** The demo: what `npm start` runs. */
export default defineService({ modules: [shop] });
