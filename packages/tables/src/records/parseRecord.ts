import { say } from '@rowhouse/problems';
import { deletePayload, storePayload, updatePayload } from '@rowhouse/table-protocol/internal';
import type { EditedValue } from '../definition/TableEdit.ts';
import { readRequestId, readVersion } from '../edit/parseEdit.ts';
import { parseEditValue, schemaFaultFor } from '../edit/parseEditValue.ts';
import { TableError } from '../errors.ts';
import { describe, Faults } from '../request/parse/Faults.ts';
import { parseRow } from '../request/parse/page.ts';
import {
  checkMembers,
  isNothing,
  isRecord,
  member,
  readRecord,
  remedyFor,
} from '../request/parse/scalars.ts';
import type { PlannedField, PlannedFields } from './RecordPlan.ts';
import { applies, ruleFaults } from './recordRules.ts';

/** A client's request to write a record; its values are not parsed yet. */
export interface RecordRequest {
  /** Null for a new record. */
  readonly row: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly version: string | null;
  readonly requestId: string | null;
  readonly params: unknown;
  readonly locale: unknown;
}

/**
 * Reads the body of a change. Throws `tables.malformed_request` for anything but an object, and `tables.invalid_request` with
 * every fault under its path.
 */
export function parseRecordRequest(
  payload: unknown,
  { isNew, hasVersion }: { readonly isNew: boolean; readonly hasVersion: boolean },
): RecordRequest {
  if (!isRecord(payload)) {
    throw new TableError(
      'tables.malformed_request',
      'The request is not an object; send a JSON object with the values of the record.',
    );
  }
  const faults = new Faults();
  const { properties } = isNew ? storePayload : updatePayload;
  checkMembers(payload, { known: Object.keys(properties), of: say`an edit`, path: '' }, faults);
  const row = isNew ? null : parseRow(payload, faults, 'row');
  if (!isNew && isNothing(member(payload, 'row')))
    faults.add('row', 'Send the row identifier, as rows have it.');
  if (!isRecord(payload.values)) {
    faults.add(
      'values',
      say`${describe(payload.values)} is not an object; send the values by the names of their fields.`,
    );
  }
  const expected = readRecord(member(payload, 'expected'), 'expected', faults);
  const version = readVersion(member(payload, 'version'), hasVersion, faults);
  const requestId = readRequestId(member(payload, 'requestId'), faults);
  faults.throwIfAny();

  return {
    row,
    values: payload.values as Record<string, unknown>,
    expected,
    version,
    requestId,
    params: member(payload, 'params'),
    locale: member(payload, 'locale'),
  };
}

/** Reads the body of a deletion, which may be missing. */
export function parseDeletion(payload: unknown, hasVersion: boolean): RecordRequest {
  const faults = new Faults();
  const given = readRecord(payload, 'body', faults);
  checkMembers(given, { known: Object.keys(deletePayload.properties), of: say`an edit`, path: '' }, faults);
  const version = readVersion(member(given, 'version'), hasVersion, faults);
  const requestId = readRequestId(member(given, 'requestId'), faults);
  faults.throwIfAny();
  const { params, locale } = given;

  return { row: null, values: {}, expected: {}, version, requestId, params, locale };
}

export type ParsedValues = ReadonlyMap<PlannedField, EditedValue>;

/**
 * Parses the sent values of fields. Throws `tables.invalid_request` with the faults of all of them, each under
 * `values.<field>`. What the user cannot write is refused like a field that does not exist.
 */
export async function parseValues(
  plan: PlannedFields,
  { values }: Pick<RecordRequest, 'values'>,
  isNew: boolean,
): Promise<ParsedValues> {
  const faults = new Faults();
  const parsed = (await valuesParser(plan, { isNew, path: 'values' }))(values, faults);
  faults.throwIfAny();

  return parsed;
}

/** The same for many records, or values under another path: adds their faults. */
export async function valuesParser(
  { query, fields }: PlannedFields,
  { isNew, path: root }: { readonly isNew: boolean; readonly path: string },
): Promise<(values: RecordRequest['values'], faults: Faults) => ParsedValues> {
  const writable = new Map(
    fields.filter(({ isReadOnly }) => !isReadOnly).map((field) => [field.name, field]),
  );
  const options = {
    timeZone: query.context.timeZone,
    schemaFault: await schemaFaultFor([...writable.values()]),
  };
  const defaults = isNew ? defaultsOf(writable.values()) : {};

  return (values, faults) => {
    const parsed = new Map<PlannedField, EditedValue>();
    const sent: Record<string, unknown> = { ...defaults, ...values };
    for (const [name, value] of Object.entries(sent)) {
      const field = writable.get(name);
      const path = `${root}.${name}`;
      if (!field) {
        faults.add(
          path,
          say`${describe(name)} is not a field that you can write; ${remedyFor(name, writable.keys())}`,
        );
        continue;
      }
      const stored = parseEditValue(value, field, options, { path, faults });
      if (faults.has(path)) continue;
      for (const fault of ruleFaults(stored, value, field)) faults.add(path, fault);
      if (!faults.has(path)) parsed.set(field, stored);
    }
    if (isNew) addMissing(writable, sent, { root, faults });

    return parsed;
  };
}

/** Faults of fields that a new record needs, and of those that do not apply to it. */
function addMissing(
  writable: ReadonlyMap<string, PlannedField>,
  sent: RecordRequest['values'],
  { root, faults }: { readonly root: string; readonly faults: Faults },
): void {
  const sentOf = (name: string) => (Object.hasOwn(sent, name) ? sent[name] : null);
  for (const [name, field] of writable) {
    const isSent = Object.hasOwn(sent, name);
    if (field.options.when && !applies(field, sentOf)) {
      refuseUnlessEmpty(`${root}.${name}`, isSent ? sent[name] : null, faults);
    } else if (!isSent && field.isRequired) faults.add(`${root}.${name}`, 'A value is missing; send one.');
  }
}

/** A field that does not apply has to be empty. */
export function refuseUnlessEmpty(path: string, value: unknown, faults: Faults): void {
  if (value === null || value === undefined) return;
  faults.add(path, say`${describe(value)} does not apply to this record; send null.`);
}

/** Defaults of the definition; the database adds its own. */
export function defaultsOf(fields: Iterable<PlannedField>): Record<string, unknown> {
  return Object.fromEntries(
    [...fields].flatMap(({ name, options }) =>
      options.default === undefined ? [] : [[name, options.default]],
    ),
  );
}
