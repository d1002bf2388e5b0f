import { say } from '@rowhouse/problems';
import type { FilterType } from '@rowhouse/table-protocol';
import { mostFacets } from '@rowhouse/table-protocol/internal';
import type { FacetRequest, SummaryRequest } from '../SummaryRequest.ts';
import type { RequestRules } from '../TableRequest.ts';
import { parseChanges } from './changes.ts';
import { describe, type Faults } from './Faults.ts';
import { parseGroups } from './groups.ts';
import { parseNames } from './names.ts';
import { parseRow } from './page.ts';
import { isNothing, member, readList, remedyFor, type UnknownRecord } from './scalars.ts';

const exclusive = ['row', 'facets', 'statistics', 'groups', 'changes', 'names', 'related'] as const;

/**
 * `meta.facets`, `meta.statistics`, `meta.groups`, `meta.changes`, `meta.names` or `meta.related`, of which a request has at most
 * one; null without any.
 */
export function parseSummary(
  meta: UnknownRecord,
  rules: RequestRules,
  faults: Faults,
): SummaryRequest | null {
  const [first, ...others] = exclusive.filter((name) => !isNothing(member(meta, name)));

  for (const other of others) {
    faults.add(
      `meta.${other}`,
      say`meta.${other} and meta.${first ?? ''} exclude each other; send a request for each.`,
    );
  }
  for (const name of ['groupPath', 'groupSort']) {
    if (first !== 'groups' && !isNothing(member(meta, name))) {
      faults.add(
        `meta.${name}`,
        say`meta.${name} has no meaning without meta.groups; send both, or leave it out.`,
      );
    }
  }

  switch (first) {
    case 'facets':
      return parseFacets(member(meta, 'facets'), rules, faults);
    case 'statistics':
      return parseStatistics(member(meta, 'statistics'), rules, faults);
    case 'groups':
      return parseGroups(meta, rules, faults);
    case 'changes':
      return parseChanges(meta, rules, faults);
    case 'names':
      return parseNames(meta, rules, faults);
    case 'related':
      return parseRelated(meta, faults);
    default:
      return null;
  }
}

/** `meta.related`: the row that others refer to. */
function parseRelated(meta: UnknownRecord, faults: Faults): SummaryRequest | null {
  const row = parseRow({ row: member(meta, 'related') }, faults, 'meta.related');

  return row === null ? null : { kind: 'related', row };
}

function parseFacets(value: unknown, rules: RequestRules, faults: Faults): SummaryRequest {
  const entries = readList(value, 'meta.facets', faults);
  const allowed = facetTypes(rules);
  const facets: FacetRequest[] = [];

  if (entries.length > mostFacets) {
    faults.add('meta.facets', say`The list has ${entries.length} facets; send at most ${mostFacets}.`);
    return { kind: 'facets', facets };
  }
  for (const [index, entry] of entries.entries()) {
    const path = `meta.facets.${index}`;
    const type = typeof entry === 'string' ? allowed.get(entry) : undefined;

    if (typeof entry !== 'string' || type === undefined) {
      faults.add(
        path,
        say`${describe(entry)} is not a filter with a facet; ${remedyFor(entry, allowed.keys())}`,
      );
    } else if (facets.some(({ data }) => data === entry)) {
      faults.add(path, say`${describe(entry)} is listed twice; list each facet once.`);
    } else {
      facets.push({ data: entry, type });
    }
  }

  return { kind: 'facets', facets };
}

/** The types of the filters that may have a facet. */
export function facetTypes({
  filters,
  summaries,
}: Pick<RequestRules, 'filters' | 'summaries'>): ReadonlyMap<string, FilterType> {
  return new Map(
    [...summaries.facets].flatMap(([data, declared]) => {
      const type = filters.get(data)?.type;
      const isTyped = type === 'boolean' || type === 'enum' || type === 'select';

      return type && (isTyped || (type === 'string' && declared === 'tagged')) ? [[data, type] as const] : [];
    }),
  );
}

function parseStatistics(
  value: unknown,
  { summaries: { statistics } }: RequestRules,
  faults: Faults,
): SummaryRequest | null {
  if (typeof value === 'string' && statistics.has(value)) return { kind: 'statistics', column: value };

  faults.add(
    'meta.statistics',
    say`${describe(value)} is not a column with statistics; ${remedyFor(value, statistics)}`,
  );
  return null;
}
