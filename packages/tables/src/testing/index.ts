export { nodeSqlite } from './nodeSqlite.ts';
