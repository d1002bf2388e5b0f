export {
  type DynamicTables,
  type DynamicTablesOptions,
  dynamicTables,
  type PreparedTables,
} from './dynamicTables.ts';
export { namedRoutes, type TableAccess, type TablesPluginOptions, tables } from './tables.ts';
