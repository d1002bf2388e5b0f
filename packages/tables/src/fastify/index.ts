export { type LaterTables, type LaterTablesOptions, laterTables } from './laterTables.ts';
export { namedRoutes, type TableAccess, type TablesPluginOptions, tables } from './tables.ts';
