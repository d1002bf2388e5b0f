export type { AxiosLike, FetchLike, TableHttp } from './http/TableHttp.ts';
export type { ProblemKind, RequestPurpose, TableProblem } from './http/TableProblem.ts';
export { isKnownIcon, loadMissingIcons } from './iconClass.ts';
export type { Browser } from './state/Browser.ts';
export type { TableStorage } from './state/storedState.ts';
export type { RouteTarget } from './state/useButtons.ts';
export type {
  ActiveFilter,
  Confirmation,
  FilterChoice,
  Notice,
  RowId,
  TableColumn,
  TableController,
  TableRow,
  TableSlotProps,
  Translate,
} from './TableController.ts';
export { type UseTableOptions, useTable } from './useTable.ts';
export { default as VueTable } from './VueTable.vue';
