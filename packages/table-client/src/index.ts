export {
  createRecordClient,
  type RecordClient,
  type RecordClientOptions,
  type RecordPlace,
  type RecordSnapshot,
} from './createRecordClient.ts';
export { createTableClient, type RowPlace, type TableClientOptions } from './createTableClient.ts';
export {
  booleanOf,
  type CellDescription,
  type CellKind,
  type CellSurroundings,
  describeCell,
  hasTotal,
  plainText,
  rowName,
  totalText,
} from './describeCell.ts';
export type { AxiosLike, FetchLike, TableHttp } from './http/TableHttp.ts';
export type { ProblemKind, RequestPurpose, TableProblem } from './http/TableProblem.ts';
export { numberText } from './numberText.ts';
export type { Browser } from './state/Browser.ts';
export type { RouteTarget } from './state/buttonRunner.ts';
export { limitedWidth } from './state/columnLayout.ts';
export type { FilterOption } from './state/filterChoices.ts';
export type { TableStorage } from './state/storedState.ts';
export { describeSelection } from './state/subjects.ts';
export type {
  ActiveFilter,
  ColumnFit,
  Confirmation,
  Density,
  FilterChoice,
  HostConditions,
  Notice,
  PinnedSide,
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
