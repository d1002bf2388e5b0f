export { countCacheContract } from './countCacheContract.ts';
export { nodeSqlite } from './nodeSqlite.ts';
