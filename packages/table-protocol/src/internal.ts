/** What the packages of Rowhouse share, without a promise to others: the shapes of the messages. */
export { changesResponse, rowId } from './changes.ts';
export { dataPayload } from './dataRequest.ts';
export { dataResponse } from './dataResponse.ts';
export { editPayload, editResponse, initColumnEdit, initEdit } from './editing.ts';
export { facetsResponse } from './facets.ts';
export { allFilterOperators } from './filterGroups.ts';
export { groupLevel, groupSort, groupsResponse } from './groups.ts';
export { initButton, initColumn, initFilter, initMeta, initResponse, initTemplate } from './init.ts';
export { actionJobResponse, actionResponse, exportResponse, tableJob } from './job.ts';
export { type Members, requestSchema, responseSchema, type Schema } from './shape/document.ts';
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
  text,
} from './shape/Shape.ts';
export { statisticsResponse } from './statistics.ts';
export {
  defaultTableView,
  newTableView,
  tableViewChange,
  tableViewCopy,
  tableViewDefaults,
  tableViewsQuery,
} from './viewRequests.ts';
export { viewState } from './viewState.ts';
export { tableView, tableViewsResponse } from './views.ts';
