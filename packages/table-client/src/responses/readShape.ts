import { fits, type JsonSchema, type Shape } from '@rowhouse/table-protocol/internal';
import { isRecord, ShapeFault, type UnknownRecord } from './shape.ts';

/**
 * Reads what a server sent, by the shape of the message. Unknown members are omitted. An invalid or missing value is
 * replaced by the fallback of its shape; without one, an optional member, an entry of a record, and an entry of a list
 * that is optional or has a fallback are omitted. Anything else that is invalid makes what contains it invalid.
 *
 * @throws ShapeFault if the whole value is invalid
 */
export function read<T>(shape: Shape<T>, value: unknown): T {
  const result = readAt(shape, value, '');
  if (result instanceof ShapeFault) throw result;

  return result as T;
}

/** Null instead of a fault. */
export function readOrNull<T>(shape: Shape<T>, value: unknown): T | null {
  const result = readAt(shape, value, '');

  return result instanceof ShapeFault ? null : (result as T);
}

function readAt(schema: JsonSchema, value: unknown, path: string): unknown {
  const result = readValue(schema, value, path);

  return result instanceof ShapeFault && schema.fallback !== undefined
    ? readValue(schema, schema.fallback, path)
    : result;
}

function readValue(schema: JsonSchema, value: unknown, path: string): unknown {
  const { type = [], properties, additionalProperties, items, fromNumber } = schema;
  if (value === null && type.includes('null')) return null;
  if (properties) {
    return isRecord(value) ? readMembers(properties, value, path) : faultOf(schema, path);
  }
  if (additionalProperties) {
    return isRecord(value) ? readEntries(additionalProperties, value, path) : faultOf(schema, path);
  }
  if (items) return Array.isArray(value) ? readList(schema, value, path) : faultOf(schema, path);
  const given = fromNumber && typeof value === 'number' ? String(value) : value;

  return fits(schema, given) ? given : faultOf(schema, path);
}

function readMembers(
  properties: NonNullable<JsonSchema['properties']>,
  value: UnknownRecord,
  path: string,
): UnknownRecord | ShapeFault {
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties)) {
    if (value[name] === undefined && member.optional) continue;
    const read = readAt(member, value[name], path === '' ? name : `${path}.${name}`);
    if (!(read instanceof ShapeFault)) result[name] = read;
    else if (!member.optional) return read;
  }

  return result;
}

function readEntries(schema: JsonSchema, value: UnknownRecord, path: string): UnknownRecord {
  const entries = Object.entries(value).map(
    ([name, entry]) => [name, readAt(schema, entry, `${path}.${name}`)] as const,
  );

  return Object.fromEntries(entries.filter(([, entry]) => !(entry instanceof ShapeFault)));
}

function readList(schema: JsonSchema, value: readonly unknown[], path: string): unknown {
  const { items = {}, minItems = 0, uniqueItems } = schema;
  const omits = schema.optional === true || schema.fallback !== undefined;
  if (!omits && items.type === 'object' && !value.every(isRecord)) return faultOf(schema, path);
  const entries = value.map((entry, index) => readAt(items, entry, `${path}.${index}`));
  const valid = entries.filter((entry) => !(entry instanceof ShapeFault));
  const fault = omits ? undefined : entries.find((entry) => entry instanceof ShapeFault);
  if (fault !== undefined) return fault;
  if (valid.length < minItems) return faultOf(schema, path);

  return uniqueItems ? [...new Set(valid)] : valid;
}

function faultOf({ type }: JsonSchema, path: string): ShapeFault {
  const [first, ...others] = [type].flat().filter((one) => one !== 'null');

  return new ShapeFault(path === '' ? 'body' : path, sentenceOf(others.length === 0 ? first : undefined));
}

/** Keys of the component's texts. */
function sentenceOf(type: string | undefined): string {
  switch (type) {
    case 'object':
      return 'It is not an object.';
    case 'array':
      return 'It is not a list of objects.';
    case 'string':
      return 'It is not a text.';
    case 'integer':
      return 'It is not a whole number.';
    default:
      return 'It is not a plain value.';
  }
}
