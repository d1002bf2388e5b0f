import { isOfGrant } from './grants.ts';
import { masked } from './masked.ts';
import type { IsSecretName } from './secretNames.ts';

/** Bounds of what is looked at, so that no value takes long: levels, and values in all. */
const deepest = 40;
const mostValues = 50_000;

export interface ValueMasks {
  readonly isSecretName: IsSecretName;
  /** Of strings that are no keys. */
  readonly text: (text: string) => string;
}

interface Walk extends ValueMasks {
  readonly parents: Set<object>;
  left: number;
}

/** Masks any value and makes plain JSON of it: cycles, bigint, bytes, dates, maps and getters that throw included. */
export function maskValue(value: unknown, masks: ValueMasks): unknown {
  return walk(value, { ...masks, parents: new Set(), left: mostValues }, 0);
}

function walk(value: unknown, state: Walk, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return state.text(value);
  if (typeof value === 'number') return number(value, state);
  if (typeof value === 'bigint') return state.text(String(value));
  if (typeof value !== 'object') return value === undefined ? null : `[${typeof value}]`;
  state.left -= 1;
  if (state.left < 0) return '[left out: too many values]';
  if (depth >= deepest) return '[left out: too deep]';
  if (state.parents.has(value)) return '[left out: refers to itself]';

  state.parents.add(value);
  try {
    return container(value, state, depth + 1);
  } catch {
    return '[unreadable]';
  } finally {
    state.parents.delete(value);
  }
}

function number(value: number, { text }: Walk): unknown {
  if (!Number.isFinite(value)) return String(value);
  const masks = value >= 1e12 && text(String(value)) === masked;

  // JSON knows one zero.
  return masks ? masked : value || 0;
}

function container(value: object, state: Walk, depth: number): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof URL || value instanceof URLSearchParams) return state.text(String(value));
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Blob) return `[${value.size} bytes]`;
  if (value instanceof Error) {
    return { name: state.text(String(value.name)), message: state.text(String(value.message)) };
  }
  if (Array.isArray(value)) return list(value, state, depth);
  if (value instanceof Set) return list(value, state, depth);
  if (value instanceof Map) return members(value, state, depth);
  if (isStream(value)) return '[stream]';
  if ('toJSON' in value && typeof value.toJSON === 'function') return walk(value.toJSON(), state, depth);

  return members(ownMembers(value), state, depth);
}

function isStream(value: object): boolean {
  return value instanceof ReadableStream || ('pipe' in value && typeof value.pipe === 'function');
}

function list(values: Iterable<unknown>, state: Walk, depth: number): unknown[] {
  const result: unknown[] = [];
  let before: unknown = null;

  for (const value of values) {
    const isName = result.length % 2 === 0;
    state.left -= 1;
    if (state.left < 0) {
      result.push('[left out: too many values]');
      break;
    }
    // ['Authorization', …], as lists of raw headers and entries have it.
    const shown = walk(value, state, depth);
    const hides = typeof before === 'string' && isNameInList(before, state) && isPlain(shown);
    result.push(hides ? masked : shown);
    before = isName ? value : null;
  }
  return result;
}

function* ownMembers(value: object): Iterable<[string, unknown]> {
  for (const name of Object.keys(value)) {
    let member: unknown;
    try {
      member = value[name as keyof typeof value];
    } catch {
      member = '[unreadable]';
    }
    yield [name, member];
  }
}

function members(entries: Iterable<[unknown, unknown]>, state: Walk, depth: number): object {
  const result: [string, unknown][] = [];
  let isNamedSecret = false;
  let isGrant = false;

  for (const [key, value] of entries) {
    state.left -= 1;
    if (state.left < 0) {
      result.push(['…', '[left out: too many values]']);
      break;
    }
    const name = typeof key === 'object' && key !== null ? '[object]' : String(key);
    // { name: 'password', value: … }, as lists of headers and fields have it.
    if (/^(?:name|key|field|header|param)$/i.test(name) && typeof value === 'string') {
      isNamedSecret ||= isSecret(value, state.text(value), state);
    }
    isGrant ||= isOfGrant(name);
    const shownName = state.text(name);
    const hides = isSecret(name, shownName, state) && !isNothing(value);
    result.push([shownName, hides ? masked : walk(value, state, depth)]);
  }
  if (isNamedSecret) {
    for (const member of result) {
      if (/^(?:values?|content|text)$/i.test(member[0]) && !isNothing(member[1])) member[1] = masked;
    }
  }
  if (isGrant) {
    for (const member of result) {
      if (state.isSecretName(member[0], 'grant') && !isNothing(member[1])) member[1] = masked;
    }
  }
  return Object.fromEntries(result);
}

/** `session:17` is `session:***` when it is shown: what stands under it is a secret by either. */
function isSecret(name: string, shownName: string, { isSecretName }: Walk): boolean {
  return isSecretName(name) || (shownName !== name && isSecretName(shownName));
}

/** `pin: ***` had a value of its own: what comes after it in a list is another text. */
function isNameInList(text: string, { isSecretName }: Walk): boolean {
  return isSecretName(text) && !text.includes(masked);
}

function isPlain(shown: unknown): boolean {
  return (typeof shown === 'string' || typeof shown === 'number') && !isNothing(shown);
}

/** Says nothing that is worth hiding. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || typeof value === 'boolean';
}
