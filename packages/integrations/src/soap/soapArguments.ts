import { unsendable } from '../request/serialize.ts';

/** Types of an operation's input as the soap package describes them: names of types by element name, nested. */
export type InputTypes = unknown;

interface Reading {
  /** Name of the property with the attributes of an element. */
  readonly attributesKey: string;
}

/**
 * Arguments as the soap package writes them without losing any: dates, bytes and numbers as XML Schema writes them, null as
 * xsi:nil. Throws a TypeError with path and reason for values that XML cannot represent, and a RangeError for those that
 * contain themselves.
 *
 * @param types read only if a value depends on its type
 */
export function soapArguments(
  given: object,
  {
    attributesKey = 'attributes',
    types = () => null,
  }: { attributesKey?: string; types?: () => InputTypes } = {},
): object {
  let known: InputTypes;
  const typeOf = () => {
    known ??= types();
    return known;
  };
  return members(given, '', typeOf, { attributesKey });
}

type TypeOf = () => InputTypes;

function prepared(value: unknown, path: string, typeOf: TypeOf, reading: Reading): unknown {
  if (value === null) return { [reading.attributesKey]: { 'xsi:nil': 'true' } };
  if (Array.isArray(value))
    return value.map((item, index) => listed(item, `${path}[${index}]`, typeOf, reading));
  const simple = simpleText(value, path, typeOf);
  if (simple !== null) return simple;
  if (typeof value !== 'object' || value === null) throw fault(path, `is a ${typeof value}; give text`);
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return prepared(value.toJSON(), path, typeOf, reading);
  }
  return members(value, path, typeOf, reading);
}

function listed(item: unknown, path: string, typeOf: TypeOf, reading: Reading): unknown {
  if (Array.isArray(item)) throw fault(path, 'is a list within a list; give each its element');
  if (item === undefined) throw fault(path, 'is undefined; leave it out, or use null');

  return prepared(item, path, typeOf, reading);
}

/** An object without what XML cannot write; undefined members are left out. */
function members(value: object, path: string, typeOf: TypeOf, reading: Reading): object {
  const reason = unsendable(value);
  if (reason !== null) throw fault(path, reason);
  const entries = Object.entries(value);
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (entries.length === 0 && !isPlain) {
    throw fault(
      path,
      `is a ${value.constructor?.name ?? 'class instance'} without fields; give text or an object`,
    );
  }
  const result: Record<string, unknown> = {};
  for (const [name, part] of entries) {
    if (part === undefined) continue;
    const partPath = path === '' ? name : `${path}.${name}`;
    if (name === reading.attributesKey) result[name] = attributes(part, partPath);
    else if (isXml(name)) result[name] = part;
    else
      result[name] = prepared(part, partPath, name === '$value' ? typeOf : memberType(typeOf, name), reading);
  }
  return result;
}

/** `xsi_type` is an object, which the package reads. */
function attributes(given: unknown, path: string): unknown {
  if (typeof given !== 'object' || given === null) return given;

  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [
        name,
        name === 'xsi_type' ? value : (simpleText(value, `${path}.${name}`, () => null) ?? String(value)),
      ]),
  );
}

/** XML that is written unchanged. */
function isXml(name: string): boolean {
  return name === '$xml' || name === '_xml';
}

function memberType(typeOf: TypeOf, name: string): TypeOf {
  const local = name.slice(name.lastIndexOf(':') + 1);

  return () => {
    const types = typeOf();
    if (typeof types !== 'object' || types === null) return null;

    return Reflect.get(types, local) ?? Reflect.get(types, `${local}[]`) ?? null;
  };
}

/** A value that is one text in XML; null for others. */
function simpleText(value: unknown, path: string, typeOf: TypeOf): string | number | boolean | null {
  if (typeof value === 'string') return allowed(value, path);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numberText(value, typeOf);
  if (value instanceof Date) return dateText(value, path, typeName(typeOf));
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    return simpleText(value.valueOf(), path, typeOf);
  }
  if (value instanceof ArrayBuffer) return bytesText(new Uint8Array(value), typeOf);
  if (!ArrayBuffer.isView(value)) return null;

  return bytesText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), typeOf);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML 1.0 excludes
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

function allowed(text: string, path: string): string {
  if (forbidden.test(text)) throw fault(path, 'has a control character, which XML does not allow; remove it');

  return text.toWellFormed();
}

/** `INF` in XML; only xsd:double and xsd:float have exponents. */
function numberText(value: number, typeOf: TypeOf): string | number {
  if (value === Number.POSITIVE_INFINITY) return 'INF';
  if (value === Number.NEGATIVE_INFINITY) return '-INF';
  if (!String(value).includes('e') || /^(?:double|float)$/.test(typeName(typeOf))) return value;

  return Number.isInteger(value) ? String(BigInt(value)) : value.toFixed(20).replace(/0+$/, '');
}

function dateText(date: Date, path: string, type: string): string {
  if (Number.isNaN(date.getTime())) throw fault(path, 'is an invalid date');
  const text = date.toISOString();
  if (type === 'date') return text.slice(0, text.indexOf('T'));

  return type === 'time' ? text.slice(text.indexOf('T') + 1) : text;
}

function bytesText(bytes: Uint8Array, typeOf: TypeOf): string {
  return Buffer.from(bytes).toString(typeName(typeOf) === 'hexBinary' ? 'hex' : 'base64');
}

/** `xsd:dateTime`, or with the values of an enumeration `xsd:string|xsd:string|a,b` → its local name. */
function typeName(typeOf: TypeOf): string {
  const type = typeOf();
  if (typeof type !== 'string') return '';
  const [name = ''] = type.split('|');

  return name.slice(name.lastIndexOf(':') + 1);
}

function fault(path: string, what: string): TypeError {
  return new TypeError(`${path === '' ? 'the whole' : path} ${what}`);
}
