/** What the packages of Rowhouse share, without a promise to others: the shapes of the messages. */
export { actionForm, actionPreview, previewRow } from './actions.ts';
export { cellsLimits, cellsOfRow, cellsPayload, cellsRefusal, cellsResponse, refusedCell } from './cells.ts';
export { changesResponse, rowId } from './changes.ts';
export {
  alignments,
  apiVersion,
  type ButtonAction,
  type ButtonMethod,
  type ButtonType,
  buttonActions,
  buttonMethods,
  type ColumnFlag,
  type ComparisonOperator,
  columnFlags,
  comparisonOperators,
  defaultLocale,
  filterTypes,
  longestValue,
  metaTags,
  mostRowIds,
  pinnedSides,
  type ReadMethod,
  readMethods,
  searchModes,
  sortDirections,
  type TableControl,
  tableControls,
  type ViewDensity,
  type ViewMode,
  viewDensities,
  viewModes,
} from './constants.ts';
export { dataPayload } from './dataRequest.ts';
export { dataResponse } from './dataResponse.ts';
export { type CivilDate, dayNumber } from './dates/civilDate.ts';
export { tokenOf } from './dates/dateLetters.ts';
export type { DateFormatter } from './dates/formatDate.ts';
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
export { clockInstant, startOfDay, startOfNextDay, timeZone } from './dates/timeZone.ts';
export { timeZoneName } from './dates/timeZoneName.ts';
export type { EditValue } from './editing.ts';
export { editPayload, editResponse, editValue, initColumnEdit, initEdit } from './editing.ts';
export { facetsResponse, mostFacets, mostFacetValues } from './facets.ts';
export { allFilterOperators, filterGroupLimits, filterOperators } from './filterGroups.ts';
export type { FilterValue } from './filters.ts';
export {
  type GroupKey,
  type GroupStep,
  groupLevel,
  groupSort,
  groupSteps,
  groupsResponse,
  mostGroups,
} from './groups.ts';
export { harmlessText, meantText } from './harmlessText.ts';
export { importHeader, importJobResponse, importMediaTypes, importQuery, importReport } from './imports.ts';
export { initButton, initColumn, initFilter, initMeta, initResponse, initTemplate } from './init.ts';
export {
  actionJobResponse,
  actionResponse,
  type ExportFileFormat,
  exportMediaTypes,
  exportResponse,
  isJobOpen,
  type JobView,
  jobRows,
  openJobStatuses,
  tableJob,
  tableJobStatuses,
} from './job.ts';
export {
  formatJson,
  isSameJson,
  type JsonFault,
  type JsonNode,
  readJson,
  type SameJsonOptions,
} from './json/exactJson.ts';
export { linkedRows } from './linked.ts';
export { jsonText, listText, readListText } from './listText.ts';
export { fewNames, mostNames } from './names.ts';
export { plainDecimal, specialNumber } from './numberText.ts';
export { pagination } from './pagination.ts';
export {
  deletePayload,
  deleteResponse,
  fileQuery,
  fileResponse,
  recordField,
  recordForm,
  recordResponse,
  storePayload,
  undoPayload,
  undoResponse,
  updatePayload,
} from './records.ts';
export { deletionRules, recordDeletion, relatedResponse } from './related.ts';
export {
  type AllMembers,
  type Members,
  requestSchema,
  responseSchema,
  type Schema,
} from './shape/document.ts';
export { fits } from './shape/fits.ts';
export type { JsonSchema } from './shape/JsonSchema.ts';
export {
  boolean,
  count,
  extended,
  fallback,
  type Infer,
  list,
  object,
  oneOf,
  open,
  optional,
  record,
  type Shape,
  scalar,
  text,
} from './shape/Shape.ts';
export { statisticsResponse } from './statistics.ts';
export {
  fileValue,
  fileValueLength,
  longestFileName,
  readFileValue,
  type StoredFile,
} from './storedFile.ts';
export { fillIn, pluralCategories } from './texts/fillIn.ts';
export {
  defaultTableView,
  newTableView,
  tableViewChange,
  tableViewCopy,
  tableViewDefaults,
  tableViewsQuery,
} from './viewRequests.ts';
export { viewState } from './viewState.ts';
export { tableView, tableViewsResponse, type ViewDefaultScope, viewDefaultScopes } from './views.ts';
