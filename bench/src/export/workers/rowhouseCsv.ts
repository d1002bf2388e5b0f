import { exportByRowhouse } from './exportByRowhouse.ts';

await exportByRowhouse('csv');
