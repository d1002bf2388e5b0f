export type { ChangedRow, ChangesResponse, ShownRow } from './changes.ts';
export {
  type Alignment,
  alignments,
  apiVersion,
  type ButtonAction,
  type ButtonMethod,
  type ButtonType,
  buttonActions,
  buttonMethods,
  buttonTypes,
  type ColumnFlag,
  type ComparisonOperator,
  columnFlags,
  comparisonOperators,
  defaultLocale,
  type FilterType,
  filterTypes,
  longestValue,
  type MetaTag,
  metaTags,
  mostRowIds,
  type PinnedSide,
  pinnedSides,
  type ReadMethod,
  readMethods,
  type SearchMode,
  type SortDirection,
  searchModes,
  sortDirections,
  type TableControl,
  tableControls,
  type ViewDensity,
  type ViewMode,
  viewDensities,
  viewModes,
} from './constants.ts';
export type { DataPayload } from './dataRequest.ts';
export type { DataResponse, Pagination } from './dataResponse.ts';
export { type CivilDate, dayNumber } from './dates/civilDate.ts';
export { pieceOf } from './dates/dateLetters.ts';
export { createDateFormatter, type DateFormatter } from './dates/formatDate.ts';
export { identifiesDay, showsTime } from './dates/identifiesDay.ts';
export {
  type DateUnit,
  type DayRange,
  dateUnits,
  parseRelativeDate,
  type RelativeDate,
  relativeDateText,
  resolveRelativeDate,
} from './dates/relativeDates.ts';
export {
  clockInstant,
  startOfDay,
  startOfNextDay,
  type TimeZone,
  timeZone,
} from './dates/timeZone.ts';
export { timeZoneName } from './dates/timeZoneName.ts';
export type {
  EditConflict,
  EditPayload,
  EditResponse,
  EditValue,
  InitColumnEdit,
  InitEdit,
} from './editing.ts';
export { type Facet, type FacetsResponse, type FacetValue, mostFacets, mostFacetValues } from './facets.ts';
export {
  type FilterCondition,
  type FilterGroup,
  type FilterNode,
  type FilterOperator,
  filterGroupLimits,
  filterOperators,
} from './filterGroups.ts';
export type { FilterValue, InternalFilter, Interval } from './filters.ts';
export {
  type Group,
  type GroupKey,
  type GroupLevel,
  type GroupSort,
  type GroupStep,
  type GroupsResponse,
  groupSteps,
  mostGroups,
} from './groups.ts';
export { harmlessText } from './harmlessText.ts';
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
  type ExportFileFormat,
  type ExportResponse,
  exportFormats,
  exportMediaTypes,
  isJobOpen,
  type JobView,
  jobRows,
  openJobStatuses,
  type TableJob,
  type TableJobStatus,
  tableJobStatuses,
} from './job.ts';
export { jsonText, listText } from './listText.ts';
export { fewNames, mostNames, type NamedRow, type NamesRequest, type NamesResponse } from './names.ts';
export { plainDecimal, specialNumber } from './numberText.ts';
export { pagination } from './pagination.ts';
export type { Problem } from './problem.ts';
export type { Statistics, StatisticsResponse } from './statistics.ts';
export { fillIn, pluralCategories } from './texts/fillIn.ts';
export type { DefaultTableView, NewTableView, TableViewChange } from './viewRequests.ts';
export type { ViewFilter, ViewState } from './viewState.ts';
export {
  type TableView,
  type TableViewsResponse,
  type ViewAudience,
  type ViewDefaultScope,
  viewDefaultScopes,
} from './views.ts';
