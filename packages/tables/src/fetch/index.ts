export {
  type TableAccess,
  type TablesHandler,
  type TablesHandlerOptions,
  tablesHandler,
} from './tablesHandler.ts';
