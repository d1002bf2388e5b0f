import { say } from '@rowhouse/problems';
import type { ShownRequest, SummaryRequest } from '../SummaryRequest.ts';
import type { RequestRules } from '../TableRequest.ts';
import { describe, type Faults } from './Faults.ts';
import { parseRow } from './page.ts';
import { isNothing, isRecord, member, readList, type UnknownRecord } from './scalars.ts';

/** Longer than any fingerprint. */
const longestVersion = 100;

/** `meta.changes`: the rows on the client's screen. */
export function parseChanges(
  meta: UnknownRecord,
  { summaries: { mostShown } }: RequestRules,
  faults: Faults,
): SummaryRequest {
  const entries = readList(member(meta, 'changes'), 'meta.changes', faults);
  const shown: ShownRequest[] = [];

  if (mostShown === 0) {
    faults.add(
      'meta.changes',
      'This table is not live; leave meta.changes out, or set `live` to true in its template.',
    );
  } else if (entries.length > mostShown) {
    faults.add('meta.changes', say`The list has ${entries.length} rows; send at most ${mostShown}.`);
  } else {
    for (const [index, entry] of entries.entries()) {
      const read = parseShown(entry, `meta.changes.${index}`, faults);
      if (read !== null) shown.push(read);
    }
  }

  return { kind: 'changes', shown };
}

function parseShown(entry: unknown, path: string, faults: Faults): ShownRequest | null {
  if (!isRecord(entry)) {
    faults.add(path, say`${describe(entry)} is not a row; send an object with row and version.`);
    return null;
  }
  const id = member(entry, 'row');
  const version = member(entry, 'version');
  const row = parseRow(entry, faults, `${path}.row`);
  if (isNothing(id)) faults.add(`${path}.row`, 'Send the row identifier, as rows have it.');
  if (typeof version !== 'string' || version === '' || version.length > longestVersion) {
    faults.add(
      `${path}.version`,
      say`${describe(version)} is not a version; send that of the row, from versions of the page.`,
    );
    return null;
  }

  return row === null ? null : { id: typeof id === 'number' ? id : row, version };
}
