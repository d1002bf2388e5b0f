import { say } from '@rowhouse/problems';
import { cellsLimits, cellsOfRow, cellsPayload } from '@rowhouse/table-protocol/internal';
import { readRequestId, readVersion } from '../edit/parseEdit.ts';
import type { SeenCell } from '../edit/seenCell.ts';
import { TableError } from '../errors.ts';
import { describe, Faults } from '../request/parse/Faults.ts';
import { parseRow } from '../request/parse/page.ts';
import {
  checkMembers,
  isNothing,
  isRecord,
  member,
  readBoolean,
  readRecord,
  remedyFor,
  type UnknownRecord,
} from '../request/parse/scalars.ts';

/** A client's request to change several cells; their values are not parsed yet. */
export interface CellsRequest {
  readonly rows: readonly SentRow[];
  readonly skipRefused: boolean;
  readonly requestId: string | null;
  readonly params: unknown;
  /** As in the data request. */
  readonly locale: unknown;
}

export interface SentRow {
  /** Identifier as text. */
  readonly id: string;
  /** The same as it was sent. */
  readonly row: string | number;
  /** Column → value, or text of a spreadsheet. */
  readonly cells: ReadonlyMap<string, SentCell>;
  readonly version: string | null;
}

export interface SentCell extends SeenCell {
  readonly value: unknown;
  /** Whether the value is a text of a spreadsheet. */
  readonly isText: boolean;
}

interface Known {
  readonly editable: readonly string[];
  readonly hasVersion: boolean;
}

/**
 * Reads the body of a change of cells. Throws `tables.malformed_request` for anything but an object, and
 * `tables.invalid_request` with every fault under its path. A column that is not editable is refused like one that does not
 * exist.
 */
export function parseCells(payload: unknown, known: Known): CellsRequest {
  if (!isRecord(payload)) {
    throw new TableError(
      'tables.malformed_request',
      'The request is not an object; send a JSON object with the rows and their cells.',
    );
  }
  const faults = new Faults();
  checkMembers(payload, { known: Object.keys(cellsPayload.properties), of: say`an edit`, path: '' }, faults);
  const rows = parseRows(member(payload, 'rows'), known, faults);
  const skipRefused = readBoolean(member(payload, 'skipRefused'), false, 'skipRefused', faults);
  const requestId = readRequestId(member(payload, 'requestId'), faults);
  faults.throwIfAny();

  return {
    rows,
    skipRefused,
    requestId,
    params: member(payload, 'params'),
    locale: member(payload, 'locale'),
  };
}

function parseRows(given: unknown, known: Known, faults: Faults): SentRow[] {
  if (!Array.isArray(given) || given.length === 0) {
    faults.add('rows', say`${describe(given)} is not a list of rows; send at least one.`);

    return [];
  }
  if (given.length > cellsLimits.rows) {
    faults.add('rows', say`There are ${given.length} rows; send at most ${cellsLimits.rows}.`);

    return [];
  }
  const ids = new Set<string>();

  return given.flatMap((row: unknown, index) => {
    const path = `rows.${index}`;
    if (!isRecord(row)) {
      faults.add(path, say`${describe(row)} is not an object; send the row and its cells.`);

      return [];
    }
    const parsed = parseOne(row, path, known, faults);
    if (parsed && ids.has(parsed.id))
      faults.add(`${path}.row`, say`The row ${describe(parsed.id)} is listed twice.`);
    if (parsed) ids.add(parsed.id);

    return parsed ?? [];
  });
}

function parseOne(
  given: UnknownRecord,
  path: string,
  { editable, hasVersion }: Known,
  faults: Faults,
): SentRow | null {
  checkMembers(given, { known: Object.keys(cellsOfRow.properties), of: say`a row`, path }, faults);
  const id = parseRow(given, faults, `${path}.row`);
  if (isNothing(given.row)) faults.add(`${path}.row`, 'Send the row identifier, as rows have it.');
  const read = (name: string) => readRecord(member(given, name), `${path}.${name}`, faults);
  const [values, texts, expected, exact] = ['values', 'texts', 'expected', 'expectedExact'].map(read);
  const cells = new Map<string, SentCell>();
  const names = [...Object.keys(values ?? {}), ...Object.keys(texts ?? {})];
  if (names.length === 0) faults.add(path, 'The row has no cells; send its values or texts.');
  if (names.length > cellsLimits.columns)
    faults.add(path, say`The row has ${names.length} cells; send at most ${cellsLimits.columns}.`);

  for (const name of names.slice(0, cellsLimits.columns + 1)) {
    const isText = texts !== undefined && Object.hasOwn(texts, name);
    const at = `${path}.${isText ? 'texts' : 'values'}.${name}`;
    const value = isText ? texts[name] : values?.[name];
    if (!editable.includes(name)) {
      faults.add(
        at,
        say`${describe(name)} is not an editable column of this table; ${remedyFor(name, editable)}`,
      );
    } else if (cells.has(name)) {
      faults.add(at, say`The cell ${describe(name)} has a value and a text; send one of them.`);
    } else if (isText && typeof value !== 'string') {
      faults.add(at, say`${describe(value)} is not a text; send one.`);
    }
    const kept = exact && member(exact, name);
    if (kept !== undefined && kept !== null && typeof kept !== 'string') {
      const reason = say`${describe(kept)} is not an exact value; send it as \`_exact\` of the row has it, or null.`;
      faults.add(`${path}.expectedExact.${name}`, reason);
    }
    cells.set(name, {
      value,
      isText,
      expected: expected && Object.hasOwn(expected, name) ? { cell: expected[name] } : null,
      expectedExact: kept as string | null | undefined,
    });
  }
  const version = readVersion(member(given, 'version'), hasVersion, faults, `${path}.version`);
  const row = typeof given.row === 'number' ? given.row : id;

  return id === null || row === null ? null : { id, row, cells, version };
}
