export type { ActionJobs, ActionOrder } from './actions/ActionJobs.ts';
export type { ActionRunOptions } from './actions/ActionRun.ts';
export { installActionRuns, readActionFailures, removeActionRuns } from './actions/runRecords.ts';
export type { Capabilities } from './Capabilities.ts';
export type { ChangeOptions } from './changes/Change.ts';
export { installChanges, removeChanges } from './changes/changeTable.ts';
export { followPartitions, installRowCounts, removeRowCounts } from './counts/installRowCounts.ts';
export { createTables, type Tables, type TablesOptions } from './createTables.ts';
export type { ActionInput, ActionInputField } from './definition/ActionInput.ts';
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
  ActionFailure,
  ActionResult,
  ActionSummary,
  RowsContext,
  TableAction,
} from './definition/TableAction.ts';
export type { RowContext, RowId, TableContext } from './definition/TableContext.ts';
export type { ColumnEdit, EditChange, EditedValue, EditFunction, TableEdit } from './definition/TableEdit.ts';
export type {
  CreateRecord,
  DeleteRecord,
  FileRules,
  ImportRecords,
  RecordChange,
  RecordField,
  RecordOfRow,
  ReferringRecords,
  RelatedRecords,
  TableRecords,
  UpdateRecord,
} from './definition/TableRecords.ts';
export { TableError, type TableErrorCode, tableErrors } from './errors.ts';
export type { ExportJobs, ExportOrder } from './export/ExportJobs.ts';
export type { ExportResult, ExportRun } from './export/runExport.ts';
export type { FieldFileStore, FileOptions } from './files/FieldFileStore.ts';
export { installFiles, removeFiles } from './files/fileTable.ts';
export { folderFiles } from './files/folderFiles.ts';
export { removeOldFiles } from './files/removeOldFiles.ts';
export type { ImportUploads } from './http/importRoute.ts';
export type { ImportReport } from './imports/checkFile.ts';
export type { ImportJobs, ImportOrder } from './imports/ImportJobs.ts';
export type { ImportCall, ImportOperations } from './imports/importOperations.ts';
export type { ImportFailure } from './imports/importRecords.ts';
export { installImports, removeImports } from './imports/importRecords.ts';
export type { RowFault } from './imports/RowFault.ts';
export type { ImportCounts, ImportResult, ImportRunOptions } from './imports/runImport.ts';
export type { PreviewCall } from './inputs/actionOperations.ts';
export { type RouteRegistry, routeRegistry } from './RouteRegistry.ts';
export type {
  FieldOperations,
  FieldsCall,
  FieldUse,
  WritableFields,
} from './records/fieldOperations.ts';
export type { AcceptedFile, FileOperations, FileRequest } from './records/fileOperations.ts';
export type { FormCall, RecordOperations } from './records/recordOperations.ts';
export type { TableRequest } from './request/TableRequest.ts';
export type { CountCache, CountEntry } from './runtime/CountCache.ts';
export type { Bookmark, Replicas } from './runtime/Replicas.ts';
export type { ActionUpdate } from './template/ActionUpdate.ts';
export { configInLocale } from './template/configInLocale.ts';
export { type TableConfigOverrides, tableConfig } from './template/defaultTableConfig.ts';
export type { TemplateInput, TemplateJson } from './template/schema.ts';
export type { TableConfig, TableLimits } from './template/TableConfig.ts';
export type { Template } from './template/Template.ts';
export type { TemplateFault } from './template/TemplateFault.ts';
