export { type CellFilter, filterByCell } from './cells/cellConditions.ts';
export { type CopiedCells, type CopyOptions, copyCells } from './cells/copyCells.ts';
export { type ExactValue, editableValue, exactValue, shownText } from './cells/exactValue.ts';
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
export { createTableClient, type TableClientOptions } from './createTableClient.ts';
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
} from './describeCell.ts';
export { combinedFilter } from './filters/conditions.ts';
export { exceededLimit } from './filters/whereMembers.ts';
export type {
  GroupChoice,
  GroupedColumn,
  GroupedRow,
  GroupingFunctions,
  GroupingSnapshot,
  GroupLine,
  GroupOrder,
  LoadingLine,
  MoreLine,
  ProblemLine,
  TreeLine,
} from './Grouping.ts';
export type { AxiosLike, FetchLike, TableHttp } from './http/TableHttp.ts';
export type { ProblemKind, RequestPurpose, TableProblem } from './http/TableProblem.ts';
export type { LiveFunctions, LiveMode, LiveSnapshot, LiveSource, LiveTable } from './LiveRows.ts';
export { numberText } from './numberText.ts';
export type { PhoneRows, PhoneRowsFunctions, PhoneRowsSnapshot } from './PhoneRows.ts';
export type { Browser } from './state/Browser.ts';
export type { RouteTarget } from './state/buttonRunner.ts';
export { limitedWidth } from './state/columnLayout.ts';
export { type FilterOption, optionsLimits } from './state/filters/filterChoices.ts';
export { isSameLevel, totalColumns } from './state/grouping/groupBy.ts';
export { groupLabel } from './state/grouping/groupLabel.ts';
export type { RecordPlace } from './state/record/rowFinder.ts';
export type { TableStorage } from './state/storedState.ts';
export { describeMatching, describeSelection } from './state/subjects.ts';
export type { RowPlace } from './state/usePageRows.ts';
export { type HttpTableViewsOptions, httpTableViews } from './state/views/httpTableViews.ts';
export type {
  ActiveFilter,
  ColumnFit,
  Confirmation,
  Density,
  FilterChoice,
  HostConditions,
  Notice,
  PinnedSide,
  PlainCondition,
  RowId,
  TableClient,
  TableColumn,
  TableController,
  TableFunctions,
  TableRow,
  TableSnapshot,
  Translate,
  WhereCondition,
  WhereNode,
} from './TableController.ts';
export type {
  CellEdit,
  EditConflictShown,
  EditFault,
  EditingFunctions,
  EditingSnapshot,
} from './TableEditing.ts';
export type { ExportChoice, ExportFunctions, ExportSnapshot } from './TableExports.ts';
export type { SelectionFunctions, SelectionSnapshot, SelectionTotals } from './TableSelection.ts';
export type { FilterFacet } from './TableSummaries.ts';
export type { TableViews, ViewFunctions, ViewSnapshot } from './TableViews.ts';
