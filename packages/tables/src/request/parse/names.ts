import { say } from '@rowhouse/problems';
import { fewNames, mostNames } from '@rowhouse/table-protocol/internal';
import type { SummaryRequest } from '../SummaryRequest.ts';
import type { RequestRules } from '../TableRequest.ts';
import { describe, type Faults } from './Faults.ts';
import { parseRow } from './page.ts';
import { isNothing, member, readRecord, toInteger, type UnknownRecord } from './scalars.ts';
import { searchText, searchWords } from './search.ts';

/** `meta.names`: the names of rows, as options for a reference. */
export function parseNames(meta: UnknownRecord, rules: RequestRules, faults: Faults): SummaryRequest {
  const given = readRecord(member(meta, 'names'), 'meta.names', faults);
  const query = searchText(member(given, 'query'), 'meta.names.query', rules, faults);

  return {
    kind: 'names',
    terms: query === '' ? [] : searchWords(query, 'meta.names.query', rules, faults),
    limit: parseLimit(member(given, 'limit'), faults),
    first: parseRow(given, faults, 'meta.names.row'),
  };
}

function parseLimit(value: unknown, faults: Faults): number {
  if (isNothing(value)) return fewNames;
  const limit = toInteger(value);
  if (limit !== undefined && limit >= 1 && limit <= mostNames) return limit;
  faults.add(
    'meta.names.limit',
    say`${describe(value)} is not a number of names; send a whole number from 1 to ${mostNames}.`,
  );

  return fewNames;
}
