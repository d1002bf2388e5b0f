import { exportByRowhouse } from './exportByRowhouse.ts';

await exportByRowhouse('xlsx');
