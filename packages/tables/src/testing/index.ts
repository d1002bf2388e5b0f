export { countCacheContract } from './countCacheContract.ts';
export { type ExportJobsSetup, exportJobsContract } from './exportJobsContract.ts';
export { nodeSqlite } from './nodeSqlite.ts';
