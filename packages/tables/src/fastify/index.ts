export { namedRoutes } from './namedRoutes.ts';
export type { TableAccess } from './TableAccess.ts';
export { type TablesPluginOptions, tables } from './tables.ts';
