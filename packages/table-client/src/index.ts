export type { Confirmation, RouteTarget } from './actions/Actions.ts';
export { type CopiedCells, type CopyOptions, copyCells } from './cells/copyCells.ts';
export {
  booleanOf,
  type CellDescription,
  type CellKind,
  type CellSurroundings,
  describeCell,
  hasTotal,
  numberDecorator,
  plainText,
  rowName,
  totalText,
} from './cells/describeCell.ts';
export { type ExactValue, editableValue, exactValue, shownText } from './cells/exactValue.ts';
export { limitedWidth } from './columns/columnLayout.ts';
export { combinedFilter } from './conditions/conditions.ts';
export type { ActiveFilter, PlainCondition, WhereCondition, WhereNode } from './conditions/Where.ts';
export { exceededLimit } from './conditions/whereMembers.ts';
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
  type ResultTotal,
  type ResultView,
} from './createResultReader.ts';
export { createTableClient } from './createTableClient.ts';
export type {
  CellEdit,
  EditConflictShown,
  EditFault,
  EditingFunctions,
  EditingSnapshot,
} from './editing/Editing.ts';
export type { ExportChoice, ExportFunctions, ExportSnapshot } from './exports/Exports.ts';
export type { FilterChoice } from './filters/Filters.ts';
export { type CellFilter, filterByCell } from './filters/filterByCell.ts';
export { type FilterOption, optionsLimits } from './filters/filterChoices.ts';
export type {
  GroupChoice,
  GroupedRow,
  GroupingFunctions,
  GroupingSnapshot,
  GroupLine,
  LoadingLine,
  MoreLine,
  ProblemLine,
  TreeLine,
} from './grouping/Grouping.ts';
export { isSameLevel, totalColumns } from './grouping/groupBy.ts';
export { groupLabel } from './grouping/groupLabel.ts';
export type { AxiosLike, FetchLike, TableHttp } from './http/TableHttp.ts';
export type { ProblemKind, RequestPurpose, TableProblem } from './http/TableProblem.ts';
export { numberText } from './language/numberText.ts';
export type { Translate } from './language/translator.ts';
export type { LiveFunctions, LiveSnapshot, LiveSource, LiveTable } from './live/LiveRows.ts';
export type { PhoneRowsFunctions, PhoneRowsSnapshot } from './phone/PhoneRows.ts';
export type { RecordPlace } from './record/rowFinder.ts';
export type { HostConditions } from './requests/connection.ts';
export type { RowPlace } from './rows/Rows.ts';
export { describeMatching, describeSelection } from './selection/describeSelection.ts';
export type { SelectionFunctions, SelectionSnapshot, SelectionTotals } from './selection/Selection.ts';
export type { TableStorage } from './state/storedState.ts';
export type { FilterFacet } from './summaries/Summaries.ts';
export type { TableClientOptions } from './TableClientOptions.ts';
export type { TableClient, TableController, TableFunctions, TableSnapshot } from './TableController.ts';
export { sayAgain } from './table/announcement.ts';
export type { Browser } from './table/Browser.ts';
export type { Notice } from './table/notices.ts';
export type { TableColumn } from './table/TableColumn.ts';
export type { RowId, TableRow } from './table/TableRow.ts';
export type {
  ColumnFit,
  Density,
  GroupedColumn,
  GroupOrder,
  LiveMode,
  PhoneRows,
  PinnedSide,
} from './table/TableState.ts';
export { type HttpTableViewsOptions, httpTableViews } from './views/httpTableViews.ts';
export type { TableViews, ViewFunctions, ViewSnapshot } from './views/TableViews.ts';
