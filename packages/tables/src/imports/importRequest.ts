import { say } from '@rowhouse/problems';
import { describe, Faults } from '../request/parse/Faults.ts';
import {
  checkMembers,
  isNothing,
  isRecord,
  member,
  readRecord,
  remedyFor,
} from '../request/parse/scalars.ts';

/** How a file is read. */
export interface ImportRequest {
  /** Name of the field by which records are changed; null if all rows are new records. */
  readonly key: string | null;
  /** Name of the sheet; null for the first. */
  readonly sheet: string | null;
  /** Header → name of a field, null for a column that is not imported. Other columns are matched by their headers. */
  readonly columns: Readonly<Record<string, string | null>>;
  readonly params: unknown;
  readonly locale: unknown;
}

const members = ['key', 'sheet', 'columns', 'params', 'locale'] as const;

/** Reads the options of an import. Throws `tables.invalid_request` with every fault under its path. */
export function parseImportRequest(payload: unknown, keys: readonly string[]): ImportRequest {
  const faults = new Faults();
  const given = readRecord(payload, 'options', faults);
  checkMembers(given, { known: members, of: say`an import`, path: '' }, faults);
  const key = member(given, 'key');
  if (!isNothing(key) && (typeof key !== 'string' || !keys.includes(key))) {
    faults.add('key', say`${describe(key)} is not a key of this import; ${remedyFor(key, keys)}`);
  }
  const sheet = member(given, 'sheet');
  if (!isNothing(sheet) && typeof sheet !== 'string') {
    faults.add('sheet', say`${describe(sheet)} is not a text; send one.`);
  }
  const columns = readColumns(member(given, 'columns'), faults);
  faults.throwIfAny();

  return {
    key: isNothing(key) ? null : String(key),
    sheet: isNothing(sheet) ? null : String(sheet),
    columns,
    params: member(given, 'params'),
    locale: member(given, 'locale'),
  };
}

function readColumns(value: unknown, faults: Faults): ImportRequest['columns'] {
  if (!isRecord(value) && !isNothing(value)) readRecord(value, 'columns', faults);
  const given = isRecord(value) ? value : {};
  const columns = new Map<string, string | null>();
  for (const [header, field] of Object.entries(given)) {
    if (!isNothing(field) && typeof field !== 'string') {
      faults.add(`columns.${header}`, say`${describe(field)} is not a text; send one.`);
    }
    columns.set(header, isNothing(field) ? null : String(field));
  }

  return Object.fromEntries(columns);
}
