import { unsendable } from './unsendable.ts';

/**
 * A body as JSON. Throws a TypeError that says where it cannot be, and why: what JSON.stringify would turn into something
 * else unasked (bytes, maps) counts, too.
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
