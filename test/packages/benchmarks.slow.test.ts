import { it } from 'vitest';
import { ensureInstalled } from '../../bench/src/ensureInstalled.ts';
import { root } from '../../scripts/packages.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { run } from './tarballs.ts';

// Installs packages.
takesMinutes(10);

// `npm run check` leaves them out: the packages that they compare with are installed only for them.
it('checks the types of the benchmarks', async () => {
  ensureInstalled();
  await run('node node_modules/typescript/bin/tsc --noEmit -p bench', root);
});
