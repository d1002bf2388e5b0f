/**
 * A body as JSON. Throws a TypeError with path and reason for values that JSON cannot represent, also for those that
 * JSON.stringify would silently change (bytes, maps).
 */
export function jsonText(body: unknown): string {
  check(body, '', new Set());
  const text: string | undefined = JSON.stringify(body);
  if (text === undefined) throw fault('', `is a ${typeof body}; give an object, text, bytes or a stream`);
  return text;
}

function check(value: unknown, path: string, parents: Set<object>): void {
  if (typeof value === 'bigint')
    throw fault(path, 'is a bigint; give it as text, or as a number where it is safe');
  if (typeof value !== 'object' || value === null) return;
  if (parents.has(value)) throw fault(path, 'contains itself');
  const reason = unsendable(value);
  if (reason !== null) throw fault(path, reason);
  if ('toJSON' in value) return;

  parents.add(value);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) check(value[index], `${path}[${index}]`, parents);
  } else {
    for (const key of Object.keys(value)) {
      check((value as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`, parents);
    }
  }
  parents.delete(value);
}

function fault(path: string, what: string): TypeError {
  return new TypeError(`${path === '' ? 'the whole' : path} ${what}`);
}

/** Encoding of lists: `a=1&a=2`, or `a[0]=1&a[1]=2`. */
type ListStyle = 'repeated' | 'numbered';

/** A value that a form cannot represent. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Flattens the fields of a form or query to names and texts: nested ones as `a[b]`, dates in ISO 8601, without null and
 * undefined. Throws FieldError.
 */
export function flattenFields(fields: unknown, lists: ListStyle): [name: string, value: string][] {
  const flat: [string, string][] = [];
  const parents = new Set<object>();

  const add = (name: string, given: unknown): void => {
    const value = plain(name, given);
    if (value === null || value === undefined) return;
    if (typeof value === 'object') {
      addAll(name, value);
    } else {
      flat.push([name, String(value).toWellFormed()]);
    }
  };
  const addAll = (name: string, value: object): void => {
    if (parents.has(value)) throw new FieldError(name, 'contains itself');
    parents.add(value);
    for (const [key, item] of Object.entries(value)) {
      add(name === '' ? key : Array.isArray(value) && lists === 'repeated' ? name : `${name}[${key}]`, item);
    }
    parents.delete(value);
  };

  const whole = plain('', fields);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) {
    throw new FieldError('', 'is not an object of fields');
  }
  addAll('', whole);
  return flat;
}

/** A value as in JSON. */
function plain(name: string, value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new FieldError(name, `is a ${typeof value}; give text, a number or a boolean`);
  }
  if (typeof value !== 'object' || value === null) return value;
  const reason = unsendable(value);
  if (reason !== null) throw new FieldError(name, reason);
  if (value instanceof Date && Number.isNaN(value.getTime()))
    throw new FieldError(name, 'is an invalid date');

  return 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
}

/** Encodes names and values for a URL or form. */
export function encodeFields(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Without own properties, they would silently become empty in JSON and forms. */
const collections = [Map, Set, URLSearchParams, FormData, Headers];

/** Why an object within a body cannot be sent, and what to use instead; null if it can. */
export function unsendable(value: object): string | null {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob) {
    return 'contains bytes; give them as text (base64, for example), or as an attachment';
  }
  const collection = collections.find((kind) => value instanceof kind);

  return collection === undefined ? null : `is a ${collection.name}; give an object or a list`;
}
