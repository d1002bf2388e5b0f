import { unsendable } from './unsendable.ts';

/** How lists are spelt: `a=1&a=2`, or `a[0]=1&a[1]=2`. */
type ListStyle = 'repeated' | 'numbered';

/** A value that no form can carry. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Fields of a form or a query as names and texts, in their order: nested ones as `a[b]`, dates in ISO 8601, null and
 * undefined left out. Throws FieldError.
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
    throw new FieldError('', 'is no object of fields');
  }
  addAll('', whole);
  return flat;
}

/** A value as it would be in JSON. */
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
