import { say } from '@rowhouse/problems';
import { dataPayload } from '@rowhouse/table-protocol/internal';
import { TableError } from '../errors.ts';
import { decodeMembers, looksLikeJson } from './decodeQuery.ts';
import { parseColumns } from './parse/columns.ts';
import { parseExported, parseGrouped } from './parse/exported.ts';
import { Faults } from './parse/Faults.ts';
import { parseFilterParams, parseFilters, parseIntervals } from './parse/filters.ts';
import { parseInternalFilters } from './parse/internalFilters.ts';
import { parseLinked } from './parse/linked.ts';
import { parseLocale } from './parse/locale.ts';
import { parseLength, parseRow, parseStart } from './parse/page.ts';
import { parseParams } from './parse/params.ts';
import { parseConfirmed, parseRowIds } from './parse/rowIds.ts';
import {
  checkSpelling,
  isRecord,
  member,
  readBoolean,
  readRecord,
  type UnknownRecord,
} from './parse/scalars.ts';
import { parseSearch } from './parse/search.ts';
import { parseSummary } from './parse/summary.ts';
import { parseWhere } from './parse/where.ts';
import type { SummaryRequest } from './SummaryRequest.ts';
import {
  conditionsIn,
  type FilterRequest,
  type RequestMoment,
  type RequestRules,
  type TableRequest,
  type WhereRequest,
} from './TableRequest.ts';

export const payloadMembers = Object.keys(dataPayload.properties);
export const metaMembers = Object.keys(dataPayload.properties.meta.properties);
/** Maximum filter values of a request; `parse/conditions.ts` limits those of one filter. */
const allValuesLimit = 5000;

/**
 * Reduces what a client sent (a JSON body, or the result of `decodeQuery`) to what `rules` allows. Null, an empty text
 * and an empty list mean that a member is not given; no body at all is an empty request. Members may be JSON text.
 * Members that the protocol does not define are ignored, in the payload, in `meta` and in a column's `meta`: clients
 * send back members of `init`. The columns with a sort are the sort order. Without any, the default order applies
 * unless `meta.sort` is false. Relative dates are resolved at `moment`; it may be left out for payloads without
 * filters.
 *
 * Throws `tables.malformed_request` when the payload is not an object, and `tables.invalid_request` with every fault
 * under its path if it requests something that the table does not declare.
 */
export function parseRequest(
  payload: unknown,
  rules: RequestRules,
  moment: RequestMoment = { now: new Date(), timeZone: 'UTC' },
): TableRequest {
  const given = readPayload(payload);
  const faults = new Faults();
  const meta = readRecord(member(given, 'meta'), 'meta', faults);
  checkSpelling(given, { known: payloadMembers, path: '' }, faults);
  checkSpelling(meta, { known: metaMembers, path: 'meta.' }, faults);
  const isSorted = readBoolean(member(meta, 'sort'), true, 'meta.sort', faults);
  const { sort, hidden, shown } = parseColumns(member(given, 'columns'), rules, faults);
  const params = parseParams(member(given, 'params'), faults);
  const where = parseWhere(member(given, 'where'), rules, moment, faults);
  const summary = parseSummary(meta, rules, faults);
  const locale = parseLocale(member(given, 'locale'), faults);
  const input = readRecord(member(given, 'input'), 'input', faults);
  const request: TableRequest = {
    start: parseStart(meta, faults),
    length: parseLength(meta, rules, faults),
    row: parseRow(meta, faults),
    summary,
    search: parseSearch(meta, rules, faults),
    sort,
    unsorted: !isSorted && sort.length === 0,
    filters: limited(
      [
        ...parseFilters(member(given, 'filters'), rules, faults),
        ...parseIntervals(member(given, 'intervals'), rules, faults),
        ...parseInternalFilters(member(given, 'internalFilters'), rules, faults),
        ...parseFilterParams(params, rules, faults),
      ],
      where,
      faults,
    ),
    where,
    linked: parseLinked(member(given, 'linked'), faults),
    only: parseRowIds(given, 'only', rules, faults),
    except: parseRowIds(given, 'except', rules, faults) ?? [],
    confirmed: parseConfirmed(given, faults),
    forceInfo: readBoolean(member(meta, 'forceInfo'), false, 'meta.forceInfo', faults),
    params,
    hidden,
    shown,
    exported: parseExported(member(given, 'exported'), rules, faults),
    grouped: parseGrouped(member(given, 'grouped'), summary, rules, faults),
    ...(locale !== null && { locale }),
    ...(Object.keys(input).length > 0 && { input }),
  };
  faults.throwIfAny();
  return freeze(request);
}

/** The payload as an object, with its JSON texts parsed. Throws `tables.malformed_request`. */
export function readPayload(payload: unknown): UnknownRecord {
  const given = payload ?? {};
  if (!isRecord(given)) {
    throw new TableError('tables.malformed_request', 'The request is not an object; send a JSON object.');
  }
  return decodeMembers(given, looksLikeJson);
}

/** Each value is one or two parameters of a statement, of which databases accept at least 32,766. */
function limited(
  filters: readonly FilterRequest[],
  where: WhereRequest | null,
  faults: Faults,
): readonly FilterRequest[] {
  const count = [...filters, ...conditionsIn(where)].reduce(
    (sum, filter) => sum + (filter.kind === 'in' ? filter.values.length : 1),
    0,
  );
  if (count <= allValuesLimit) {
    return filters;
  }
  faults.add(
    'filters',
    say`The filters have ${count} values together; send at most ${allValuesLimit}, or an interval.`,
  );
  return [];
}

function freeze(request: TableRequest): TableRequest {
  if (request.search) {
    Object.freeze(request.search.terms);
    Object.freeze(request.search);
  }
  if (request.summary) freezeSummary(request.summary);
  request.sort.forEach(Object.freeze);
  request.filters.forEach(freezeFilter);
  if (request.where) freezeWhere(request.where);
  if (request.linked) Object.freeze(request.linked);
  Object.freeze(request.sort);
  Object.freeze(request.filters);
  for (const names of [request.only, request.except, request.exported]) Object.freeze(names);
  Object.freeze(request.hidden);
  Object.freeze(request.shown);
  return Object.freeze(request);
}

function freezeWhere(where: WhereRequest): void {
  if (where.kind === 'condition') {
    freezeFilter(where.filter);
  } else {
    where.nodes.forEach(freezeWhere);
    Object.freeze(where.nodes);
  }
  Object.freeze(where);
}

function freezeFilter(filter: FilterRequest): void {
  if (filter.kind === 'in') {
    Object.freeze(filter.values);
  }
  Object.freeze(filter);
}

function freezeSummary(summary: SummaryRequest): void {
  if (summary.kind === 'facets') {
    summary.facets.forEach(Object.freeze);
    Object.freeze(summary.facets);
  }
  if (summary.kind === 'changes') {
    summary.shown.forEach(Object.freeze);
    Object.freeze(summary.shown);
  }
  if (summary.kind === 'names') Object.freeze(summary.terms);
  if (summary.kind === 'groups') {
    summary.groups.forEach(Object.freeze);
    for (const part of [summary.groups, summary.path, summary.sort]) Object.freeze(part);
  }
  Object.freeze(summary);
}
