export { type DynamicTables, type DynamicTablesOptions, dynamicTables } from './dynamicTables.ts';
export { namedRoutes, type TableAccess, type TablesPluginOptions, tables } from './tables.ts';
