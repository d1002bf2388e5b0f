export type { ActionForm, ActionPreview, PreviewRow } from './actions.ts';
export type { CellsOfRow, CellsPayload, CellsRefusal, CellsResponse, RefusedCell } from './cells.ts';
export type { ChangedRow, ChangesResponse, ShownRow } from './changes.ts';
export type { Alignment, FilterType, MetaTag, SearchMode, SortDirection } from './constants.ts';
export type { DataPayload } from './dataRequest.ts';
export type { DataResponse, Pagination } from './dataResponse.ts';
export { createDateFormatter } from './dates/formatDate.ts';
export type { EditConflict, EditPayload, EditResponse, InitColumnEdit, InitEdit } from './editing.ts';
export type { Facet, FacetsResponse, FacetValue } from './facets.ts';
export type { FilterCondition, FilterGroup, FilterNode, FilterOperator } from './filterGroups.ts';
export type { InternalFilter, Interval } from './filters.ts';
export type { Group, GroupLevel, GroupSort, GroupsResponse } from './groups.ts';
export type {
  ImportFault,
  ImportField,
  ImportHeader,
  ImportJobResponse,
  ImportMismatch,
  ImportQuery,
  ImportReport,
} from './imports.ts';
export type {
  InitButton,
  InitColumn,
  InitColumnMeta,
  InitFilter,
  InitMeta,
  InitNumber,
  InitResponse,
  InitTemplate,
  NumberFormat,
} from './init.ts';
export {
  type ActionFailure,
  type ActionJobResponse,
  type ActionResponse,
  type ExportResponse,
  exportFormats,
  type JobUndo,
  type TableJob,
  type TableJobStatus,
} from './job.ts';
export type { LinkedRows } from './linked.ts';
export type { NamedRow, NamesRequest, NamesResponse } from './names.ts';
export type { Problem } from './problem.ts';
export type {
  DeletePayload,
  DeleteResponse,
  FieldFile,
  FileQuery,
  FileResponse,
  RecordConflict,
  RecordField,
  RecordForm,
  RecordResponse,
  StorePayload,
  UndoPayload,
  UndoResponse,
  UpdatePayload,
} from './records.ts';
export type {
  AddedLink,
  DeletionRule,
  Dependents,
  LinkedTable,
  RecordDeletion,
  RelatedFilter,
  RelatedResponse,
  RelatedTable,
  RemovedLink,
} from './related.ts';
export type { Statistics, StatisticsResponse } from './statistics.ts';
export type { DefaultTableView, NewTableView, TableViewChange } from './viewRequests.ts';
export type { ViewFilter, ViewState } from './viewState.ts';
export type { TableView, TableViewsResponse, ViewAudience } from './views.ts';
