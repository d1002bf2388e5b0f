export { checkQuery } from './checkQuery.ts';
