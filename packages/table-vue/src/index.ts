export type {
  AxiosLike,
  Browser,
  Confirmation,
  Density,
  FetchLike,
  FileRequest,
  FileUpload,
  ImportColumn,
  ImportRequestKind,
  LiveSource,
  LiveTable,
  RecordDraft,
  ResultFigures,
  ResultReader,
  RouteTarget,
  SendFile,
  TableColumn,
  TableController,
  TableHttp,
  TableProblem,
  TableRow,
  TableStorage,
  Translate,
  UndoStep,
} from '@rowhouse/table-client';
export {
  createResultReader,
  httpTableViews,
  numberDecorator,
  type TableViews,
} from '@rowhouse/table-client';
export type { RowLocation } from '@rowhouse/table-client/internal';
export { commandsAt } from './controls/keys/drawnTables.ts';
export { clearOf, whenMoved } from './controls/states/clearOf.ts';
export { createTranslate } from './i18n/createTranslate.ts';
export type { Texts } from './i18n/texts.ts';
export { isKnownIcon, loadMissingIcons } from './icons.ts';
export { default as RecordActions } from './RecordActions.vue';
export { default as RecordValues } from './RecordValues.vue';
export { RecordFields } from './recordForm/lazyRecordFields.ts';
export { RecordForm } from './recordForm/lazyRecordForm.ts';
export type { TableSlotProps } from './TableSlotProps.ts';
export { type TableDefaults, tableDefaults } from './tableDefaults.ts';
export { type TableImport, type UseImportOptions, useImport } from './useImport.ts';
export { type TableRecord, type UseRecordOptions, useRecord } from './useRecord.ts';
export { type EnteredFields, type UseRecordFieldsOptions, useRecordFields } from './useRecordFields.ts';
export { type EditedRecord, type UseRecordFormOptions, useRecordForm } from './useRecordForm.ts';
export { type UseTableOptions, useTable } from './useTable.ts';
export { default as VueTable } from './VueTable.vue';
