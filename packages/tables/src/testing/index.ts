export { countCacheContract } from './countCacheContract.ts';
export { nodeSqlite } from './nodeSqlite.ts';
export { viewStoreContract } from './viewStoreContract.ts';
