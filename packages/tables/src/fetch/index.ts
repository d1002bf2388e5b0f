export type { TableAccess } from './TableAccess.ts';
export { type TablesHandler, type TablesHandlerOptions, tablesHandler } from './tablesHandler.ts';
