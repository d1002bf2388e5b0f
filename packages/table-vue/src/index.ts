export type {
  ActiveFilter,
  AxiosLike,
  Browser,
  ColumnFit,
  Confirmation,
  Density,
  FetchLike,
  FilterChoice,
  Notice,
  PinnedSide,
  ProblemKind,
  RecordPlace,
  RequestPurpose,
  RouteTarget,
  RowId,
  RowPlace,
  TableColumn,
  TableController,
  TableHttp,
  TableProblem,
  TableRow,
  TableStorage,
  Translate,
} from '@rowhouse/table-client';
export { isKnownIcon, loadMissingIcons } from './icons.ts';
export { default as RecordValues } from './RecordValues.vue';
export type { TableSlotProps } from './TableSlotProps.ts';
export { type TableRecord, type UseRecordOptions, useRecord } from './useRecord.ts';
export { type UseTableOptions, useTable } from './useTable.ts';
export { default as VueTable } from './VueTable.vue';
