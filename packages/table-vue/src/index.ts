export type {
  ActiveFilter,
  AxiosLike,
  Browser,
  ColumnFit,
  Confirmation,
  Density,
  FetchLike,
  FilterChoice,
  LiveSource,
  LiveTable,
  Notice,
  PinnedSide,
  ProblemKind,
  RecordPlace,
  RequestPurpose,
  ResultFigures,
  ResultReader,
  ResultReaderOptions,
  ResultTotal,
  ResultView,
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
export {
  createResultReader,
  type HttpTableViewsOptions,
  httpTableViews,
  numberDecorator,
  type TableViews,
} from '@rowhouse/table-client';
export { commandsAt } from './controls/keys/drawnTables.ts';
export type { TableCommand } from './controls/keys/tableCommands.ts';
export { clearOf, whenMoved } from './controls/states/clearOf.ts';
export { createTranslate } from './i18n/createTranslate.ts';
export type { Texts } from './i18n/texts.ts';
export { isKnownIcon, loadMissingIcons } from './icons.ts';
export { default as RecordActions } from './RecordActions.vue';
export { default as RecordValues } from './RecordValues.vue';
export type { TableSlotProps } from './TableSlotProps.ts';
export { type TableDefaults, tableDefaults } from './tableDefaults.ts';
export { type TableRecord, type UseRecordOptions, useRecord } from './useRecord.ts';
export { type UseTableOptions, useTable } from './useTable.ts';
export { default as VueTable } from './VueTable.vue';
