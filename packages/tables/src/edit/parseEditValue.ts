import { say, type Text } from '@rowhouse/problems';
import { readJson, startOfDay } from '@rowhouse/table-protocol/internal';
import type { EditedValue } from '../definition/TableEdit.ts';
import { decimalText, parseDecimal, shiftDecimal } from '../format/decimal.ts';
import { parseInstant } from '../format/parseInstant.ts';
import type { ListForm } from '../query/StoredForm.ts';
import { describe, type FaultsOfValue } from '../request/parse/Faults.ts';
import { isRecord, unstorable } from '../request/parse/scalars.ts';
import { parseValue } from '../request/parse/values.ts';
import type { EditTarget } from './EditTarget.ts';
import { itemSchema } from './fieldForm.ts';
import { parseItems } from './parseItems.ts';

/** Maximum characters (UTF-16 code units) of a text whose schema sets no other limit. */
const textLimit = 10_000;
/** The same of JSON. */
const jsonLimit = 100_000;

/** Maximum characters of a column's texts. */
export function textLimitOf({ schema = {} }: { readonly schema?: object }): number {
  // A schema that also accepts null is a union.
  const parts = 'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  const limits = parts.flatMap((part: unknown) =>
    isRecord(part) && typeof part.maxLength === 'number' ? part.maxLength : [],
  );

  return limits.length === 0 ? textLimit : Math.max(...limits);
}

type ValueTarget = Pick<
  EditTarget,
  'column' | 'options' | 'type' | 'kind' | 'form' | 'isNullable' | 'labels'
>;

/** A value that is no list. */
type SingleValue = string | boolean | null;

export interface ParseEditOptions {
  readonly timeZone: string;
  /** Returns the fault of a value by a schema; required if the column has one. */
  readonly schemaFault: ((schema: object, value: unknown) => Text | null) | null;
}

/** Kept, because another import of a module looks for it again. */
let schemas: typeof import('./schemaFault.ts') | null = null;

/** What `parseEditValue` needs for these fields: the library of schemas is loaded if one of them has a schema. */
export async function schemaFaultFor(fields: readonly Pick<EditTarget, 'options'>[]) {
  const hasSchemas = fields.some(({ options }) => options.schema !== undefined);

  if (!hasSchemas) return null;
  schemas ??= await import('./schemaFault.ts');

  return schemas.schemaFault;
}

/**
 * Reads a new value by the type of its field, and then by the schema of the definition. Times without a zone are those of
 * `timeZone`. The result is of no use after a fault.
 */
export function parseEditValue(
  value: unknown,
  target: ValueTarget,
  { timeZone, schemaFault }: ParseEditOptions,
  where: FaultsOfValue,
): EditedValue {
  const { path, faults } = where;
  const refuse = (fault: Text) => faults.add(path, say`${describe(value)} ${fault}`);
  const checkSchema = (given: unknown) => {
    const { schema } = target.options;
    const fault = schema && schemaFault ? schemaFault(schema, given) : null;
    if (fault !== null) refuse(say`${fault}.`);
  };
  const { form } = target;
  if (value !== null && form?.kind === 'list') {
    const item = cachedFor(items, target, () => itemTarget(target, form));
    const parse = (one: unknown, of: FaultsOfValue) =>
      parseEditValue(one, item, { timeZone, schemaFault }, of) as string | null;
    const list = parseItems(value, form, parse, where);
    if (!faults.has(path)) checkSchema(list);

    return list;
  }
  const shown = value === null ? readNull(target, refuse) : readShown(value, target, where);
  if (faults.has(path) || shown === undefined) return null;
  const stored = toStored(shown, target, timeZone, refuse);
  if (faults.has(path)) return null;
  checkSchema(givenTo(shown, target));

  return stored;
}

/** The target of each item of a list. */
function itemTarget(target: ValueTarget, { itemKind }: ListForm): ValueTarget {
  const schema = itemSchema(target.options.schema);

  return { ...target, kind: itemKind, form: null, isNullable: false, options: schema ? { schema } : {} };
}

/** What the schema of the definition describes. */
function givenTo(shown: SingleValue, { type, form }: ValueTarget): unknown {
  if (shown === null) return null;
  if (form?.kind === 'json') return JSON.parse(String(shown));

  return type === 'number' ? Number(shown) : shown;
}

function readNull({ isNullable }: ValueTarget, refuse: (fault: Text) => void): null {
  if (!isNullable) refuse(say`is no value, and the column cannot be empty; send a value.`);

  return null;
}

/** The value in the displayed unit; undefined after a fault. */
function readShown(
  value: unknown,
  { column, options, type, form, labels }: ValueTarget,
  where: FaultsOfValue,
): SingleValue | undefined {
  if (form?.kind === 'json' && type === 'string') return readJsonText(value, options, where);
  if (type === 'string') return readText(value, textLimitOf(options), where);
  const keys = labels && cachedFor(keysOfLabels, labels, () => new Set(Object.keys(labels)));
  const owner = cachedFor(owners, column, () => say`the column "${column.name}"`);
  const read = parseValue(value, { type, keys, owner }, where.path, where.faults);

  return typeof read === 'number' ? String(read) : read;
}

/** Kept, because an import reads a million values of a column. */
const keysOfLabels = new WeakMap<object, ReadonlySet<string>>();
const owners = new WeakMap<object, Text>();
const items = new WeakMap<object, ValueTarget>();

function cachedFor<T>(cache: WeakMap<object, T>, of: object, create: () => T): T {
  const known = cache.get(of);
  if (known !== undefined) return known;
  const created = create();
  cache.set(of, created);

  return created;
}

function readText(value: unknown, limit: number, { path, faults }: FaultsOfValue): string | undefined {
  if (typeof value !== 'string') {
    faults.add(path, say`${describe(value)} is not a text; send one.`);

    return undefined;
  }
  const fault =
    value.length > limit ? say`has ${value.length} characters; send at most ${limit}.` : unstorable(value);
  if (fault !== null) faults.add(path, say`${describe(value)} ${fault}`);

  return fault === null ? value : undefined;
}

/** JSON as text, of which the first wrong character is reported. */
function readJsonText(
  value: unknown,
  options: ValueTarget['options'],
  where: FaultsOfValue,
): string | undefined {
  const text = readText(value, jsonLimitOf(options), where);
  if (text === undefined) return undefined;
  const read = readJson(text);
  if (!('at' in read)) return text;
  where.faults.add(where.path, say`${describe(value)} is not JSON: its character ${read.at + 1} is wrong.`);

  return undefined;
}

/** Maximum characters of JSON. */
export function jsonLimitOf(options: ValueTarget['options']): number {
  return Math.max(jsonLimit, textLimitOf(options));
}

type Refuse = (fault: Text) => void;

function toStored(shown: SingleValue, target: ValueTarget, timeZone: string, refuse: Refuse): SingleValue {
  if (typeof shown !== 'string') return shown;
  switch (target.type) {
    case 'number':
      return storedNumber(shown, target, refuse);
    case 'date':
      return storedDate(shown, target, timeZone, refuse);
    case 'select':
      if (target.kind === 'integer' && !/^-?\d{1,19}$/.test(shown)) {
        refuse(say`is not the value of an option; send a whole number.`);
      }

      return shown;
    default:
      return shown;
  }
}

/**
 * An exact decimal without trailing zeros; hundredths for a column of cents. Digits that would not be shown are
 * refused.
 */
function storedNumber(shown: string, { column, kind }: ValueTarget, refuse: Refuse): string {
  const decimal = parseDecimal(shown);
  if (decimal === null) return shown;
  const stored = decimalText(column.meta.cents ? shiftDecimal(decimal, 2) : decimal);
  const plain = stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored;
  const isWhole = column.meta.cents || kind === 'integer';
  const most = isWhole ? 0 : (column.number?.precision ?? Number.POSITIVE_INFINITY);
  if ((plain.split('.')[1]?.length ?? 0) > most) {
    const digits = column.meta.cents ? 2 : most;
    refuse(
      digits === 0
        ? say`has decimals; send a whole number.`
        : say`has more decimals than the column shows; send at most ${digits}.`,
    );
  }

  return plain === '-0' ? '0' : plain;
}

const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** A day for a column of days; the instant in UTC for a column of times, where a day means its first instant. */
function storedDate(shown: string, { kind }: ValueTarget, timeZone: string, refuse: Refuse): string {
  const isDay = shown.length === 10;
  if (kind === 'date') {
    if (!isDay) refuse(say`has a time, but the column holds days; send YYYY-MM-DD.`);

    return shown;
  }
  if (isDay && kind !== 'timestamp' && kind !== 'timestamptz') return shown;
  const instant = isDay ? startOfDay(shown, timeZone) : parseInstant(shown, timeZone);
  if (!(instant.getTime() >= firstInstant && instant.getTime() <= lastInstant)) {
    refuse(say`is outside of the years 0001 to 9999 in UTC; send another date.`);

    return shown;
  }

  return instant.toISOString();
}
