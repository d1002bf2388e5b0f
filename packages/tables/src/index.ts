export type { ActionJobs, ActionOrder, ListedRows } from './actions/ActionJobs.ts';
export type { ActionRunOptions } from './actions/ActionRun.ts';
export {
  failureText,
  installActionRuns,
  readActionFailures,
  removeActionRuns,
} from './actions/runRecords.ts';
export type { Capabilities } from './Capabilities.ts';
export { followPartitions, installRowCounts, removeRowCounts } from './counts/installRowCounts.ts';
export { createTables, type ReadOptions, type Tables, type TablesOptions } from './createTables.ts';
export type { TableResponse } from './data/readData.ts';
export {
  belongsTo,
  type CountOptions,
  defineTable,
  type EnumMap,
  hasOne,
  type Relation,
  type RowFunction,
  type TableDefinition,
  type TableOptions,
} from './definition/defineTable.ts';
export type { Table } from './definition/Table.ts';
export type {
  ActionContext,
  ActionCounts,
  ActionFailure,
  ActionResult,
  ActionSummary,
  RowsContext,
  TableAction,
} from './definition/TableAction.ts';
export type { RowId, TableContext } from './definition/TableContext.ts';
export type {
  ColumnEdit,
  EditChange,
  EditedCell,
  EditFunction,
  EditHooks,
  TableEdit,
} from './definition/TableEdit.ts';
export { TableError, type TableErrorCode, tableErrors } from './errors.ts';
export type { ExportJobs, ExportOrder } from './export/ExportJobs.ts';
export type { ExportResult, ExportRun } from './export/runExport.ts';
export { bookmarkHeader } from './http/bookmarkRoutes.ts';
export type { InitOptions } from './init/initTable.ts';
export { type NamedRoute, type RouteRegistry, routeRegistry } from './RouteRegistry.ts';
export { decodeQuery } from './request/decodeQuery.ts';
export type { SummaryRequest } from './request/SummaryRequest.ts';
export type { TableRequest } from './request/TableRequest.ts';
export { isOfApplication } from './runtime/applicationErrors.ts';
export {
  type CountCache,
  type CountEntry,
  memoryCountCache,
  type RowCountReading,
} from './runtime/CountCache.ts';
export type { Bookmark, ReadServer, Replicas, RoutedRead, ServerWork } from './runtime/Replicas.ts';
export type {
  ActionUpdate,
  UpdateCondition,
  UpdateRefusal,
  UpdateScalar,
  UpdateValue,
} from './template/ActionUpdate.ts';
export { configInLocale } from './template/configInLocale.ts';
export { defaultTableConfig, type TableConfigOverrides, tableConfig } from './template/defaultTableConfig.ts';
export { type TemplateInput, type TemplateJson, templateSchema } from './template/schema.ts';
export type { ButtonDefaults, TableConfig, TableLimits } from './template/TableConfig.ts';
export type { Template, TemplateButton, TemplateColumn, TemplateFilter } from './template/Template.ts';
export type { TemplateFault, TemplateFaultCode } from './template/TemplateFault.ts';
export { tableConfigSchema } from './template/tableConfigSchema.ts';
export { validateTemplate } from './template/validateTemplate.ts';
