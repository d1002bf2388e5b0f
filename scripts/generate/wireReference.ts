import { cell, code, markdownTable, replaceSections } from './markdown.ts';
import { fieldsOf } from './protocolTypes.ts';

/** Types of the wire, each with a section of that name. */
const wireTypes = [
  'DataPayload',
  'Interval',
  'InternalFilter',
  'FilterCondition',
  'InitResponse',
  'InitTemplate',
  'InitColumn',
  'InitColumnMeta',
  'NumberFormat',
  'InitNumber',
  'InitButton',
  'InitFilter',
  'InitMeta',
  'GroupLevel',
  'GroupSort',
  'ShownRow',
  'DataResponse',
  'Pagination',
  'FacetsResponse',
  'Facet',
  'FacetValue',
  'StatisticsResponse',
  'Statistics',
  'GroupsResponse',
  'Group',
  'ChangesResponse',
  'ChangedRow',
  'NamesRequest',
  'NamesResponse',
  'NamedRow',
  'EditPayload',
  'EditResponse',
  'EditConflict',
  'InitEdit',
  'InitColumnEdit',
  'ExportResponse',
  'ActionResponse',
  'ActionFailure',
  'ActionJobResponse',
  'TableJob',
  'JobView',
  'TableView',
  'ViewState',
  'ViewFilter',
  'TableViewsResponse',
  'NewTableView',
  'TableViewChange',
  'DefaultTableView',
  'Problem',
] as const;

/** docs/reference/wire.md, its tables made again from the types of @rowhouse/table-protocol. */
export function wireReference(current: string): string {
  const sections = Object.fromEntries(wireTypes.map((name) => [name, fieldTable(name)]));

  return replaceSections(current, sections, 'docs/reference/wire.md');
}

function fieldTable(name: string): string {
  const rows = fieldsOf(name).map(({ path, type, isOptional, meaning }) => [
    code(path),
    cell(type),
    isOptional ? '' : 'yes',
    cell(meaning),
  ]);

  return markdownTable(['Field', 'Type', 'Always', 'Meaning'], rows);
}
