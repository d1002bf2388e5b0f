export type { Confirmation, RouteTarget } from './actions/Actions.ts';
export { type CellDescription, describeCell, numberDecorator, rowName } from './cells/describeCell.ts';
export {
  createRecordClient,
  type RecordClient,
  type RecordClientOptions,
  type RecordSnapshot,
} from './createRecordClient.ts';
export {
  createResultReader,
  type ResultFigures,
  type ResultReader,
  type ResultReaderOptions,
} from './createResultReader.ts';
export { createTableClient } from './createTableClient.ts';
export type { FileRequest, SendFile } from './http/sendFile.ts';
export type { AxiosLike, FetchLike, TableHttp } from './http/TableHttp.ts';
export type { ProblemKind, TableProblem } from './http/TableProblem.ts';
export { createImport, type ImportClient, type ImportOptions } from './imports/createImport.ts';
export type {
  ImportChoices,
  ImportColumn,
  ImportRequestKind,
  ImportSnapshot,
} from './imports/ImportState.ts';
export type { Translate } from './language/translator.ts';
export type { LiveSource, LiveTable } from './live/LiveRows.ts';
export {
  type ActionFormClient,
  type ActionFormSnapshot,
  type ActionFormSource,
  createActionForm,
} from './recordForm/createActionForm.ts';
export {
  createRecordFields,
  type RecordFieldsClient,
  type RecordFieldsOptions,
  type RecordFieldsSnapshot,
} from './recordForm/createRecordFields.ts';
export {
  createRecordForm,
  type RecordFormClient,
  type RecordFormOptions,
} from './recordForm/createRecordForm.ts';
export type { FileUpload, RecordDraft, RecordFormSnapshot } from './recordForm/RecordFormState.ts';
export type { TableStorage } from './state/storedState.ts';
export type { TableClientOptions } from './TableClientOptions.ts';
export type { TableClient, TableController, TableFunctions, TableSnapshot } from './TableController.ts';
export type { Browser } from './table/Browser.ts';
export type { Notice } from './table/notices.ts';
export type { TableColumn } from './table/TableColumn.ts';
export type { RowId, TableRow } from './table/TableRow.ts';
export type { Density } from './table/TableState.ts';
export type { UndoStep } from './table/UndoStep.ts';
export type { UndoFunctions, UndoSnapshot } from './undo/Undo.ts';
export { type UndoManyOptions, type UndoneMany, undoMany } from './undo/undoMany.ts';
export { type HttpTableViewsOptions, httpTableViews } from './views/httpTableViews.ts';
export type { TableViews } from './views/TableViews.ts';
