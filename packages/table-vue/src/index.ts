export type { AxiosLike, FetchLike, TableHttp } from './http/TableHttp.ts';
export type { ProblemKind, RequestPurpose, TableProblem } from './http/TableProblem.ts';
export { isKnownIcon, loadMissingIcons } from './icons.ts';
export { default as RecordValues } from './RecordValues.vue';
export type { Browser } from './state/Browser.ts';
export type { RouteTarget } from './state/buttonRunner.ts';
export type { TableStorage } from './state/storedState.ts';

export type {
  ActiveFilter,
  ColumnFit,
  Confirmation,
  Density,
  FilterChoice,
  Notice,
  PinnedSide,
  RowId,
  TableColumn,
  TableController,
  TableRow,
  TableSlotProps,
  Translate,
} from './TableController.ts';
export { type RecordPlace, type TableRecord, type UseRecordOptions, useRecord } from './useRecord.ts';
export { type RowPlace, type UseTableOptions, useTable } from './useTable.ts';
export { default as VueTable } from './VueTable.vue';
