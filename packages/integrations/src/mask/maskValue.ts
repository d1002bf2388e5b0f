import { hasUnusualNumber, namesIn, parseExact } from './exactJson.ts';
import { masked } from './Mask.ts';
import type { MaskRules } from './MaskRules.ts';

/** Maximum levels and total values, to limit the time. */
const deepest = 40;
const mostValues = 50_000;

interface Walk {
  readonly rules: MaskRules;
  readonly textDepth: number;
  readonly parents: Set<object>;
  left: number;
  /** Number of names of objects. */
  names: number;
  /** Whether anything is shown otherwise than it is. */
  isChanged: boolean;
}

/**
 * Masks any value and converts it to plain JSON, also cycles, bigint, bytes, dates, maps and throwing getters.
 * @param textDepth number of JSON texts around the value
 */
export function maskValue(value: unknown, rules: MaskRules, textDepth = 0): unknown {
  return walk(value, startWalk(rules, textDepth), 0);
}

function startWalk(rules: MaskRules, textDepth: number): Walk {
  return { rules, textDepth, parents: new Set(), left: mostValues, names: 0, isChanged: false };
}

/** Shown in place of a value. */
function replaced(state: Walk, shown: string): string {
  state.isChanged = true;

  return shown;
}

function walk(value: unknown, state: Walk, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return text(value, state);
  if (typeof value === 'number') return number(value, state);
  if (typeof value === 'bigint') return text(String(value), state);
  if (typeof value !== 'object') return value === undefined ? null : `[${typeof value}]`;
  if (JSON.isRawJSON(value)) return isMaskedNumber(value.rawJSON, state) ? replaced(state, masked) : value;
  state.left -= 1;
  if (state.left < 0) return replaced(state, '[left out: too many values]');
  if (depth >= deepest) return replaced(state, '[left out: too deep]');
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

function text(value: string, state: Walk): string {
  const shown = state.rules.nested(value, state.textDepth);
  if (shown !== value) state.isChanged = true;

  return shown;
}

function number(value: number, state: Walk): unknown {
  if (!Number.isFinite(value)) return String(value);
  if (value >= 1e12 && isMaskedNumber(String(value), state)) return replaced(state, masked);

  // JSON has no negative zero.
  return value || 0;
}

/** For example a card number. */
function isMaskedNumber(digits: string, { rules }: Walk): boolean {
  return rules.text(digits) !== digits;
}

function container(value: object, state: Walk, depth: number): unknown {
  if (Array.isArray(value)) return list(value, state, depth);
  const isPlainObject = Object.getPrototypeOf(value) === Object.prototype;

  return (isPlainObject ? undefined : special(value, state, depth)) ?? object(value, state, depth);
}

/** Handles built-in objects; undefined for others. */
function special(value: object, state: Walk, depth: number): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof URL || value instanceof URLSearchParams) return text(String(value), state);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Blob) return `[${value.size} bytes]`;
  if (value instanceof Error) {
    return { name: text(String(value.name), state), message: text(String(value.message), state) };
  }
  if (value instanceof Set) return list(value, state, depth);
  if (value instanceof Map) return members(value.keys(), (key) => value.get(key), state, depth);
  if (value instanceof ReadableStream) return '[stream]';

  return undefined;
}

function object(value: object, state: Walk, depth: number): unknown {
  if ('pipe' in value && typeof value.pipe === 'function') return '[stream]';
  if ('toJSON' in value && typeof value.toJSON === 'function') return walk(value.toJSON(), state, depth);

  return members(Object.keys(value), (name) => readMember(value, name as string), state, depth);
}

function list(values: Iterable<unknown>, state: Walk, depth: number): unknown[] {
  const result: unknown[] = [];
  let before: unknown = null;

  for (const value of values) {
    const isName = result.length % 2 === 0;
    state.left -= 1;
    if (state.left < 0) {
      result.push(replaced(state, '[left out: too many values]'));
      break;
    }
    // ['Authorization', …], as in lists of raw headers and entries.
    const shown = walk(value, state, depth);
    const hides = typeof before === 'string' && isNameInList(before, state) && isPlain(shown);
    result.push(hides ? replaced(state, masked) : shown);
    before = isName ? value : null;
  }
  return result;
}

function readMember(value: object, name: string): unknown {
  try {
    return value[name as keyof typeof value];
  } catch {
    return '[unreadable]';
  }
}

function members(
  keys: Iterable<unknown>,
  read: (key: unknown) => unknown,
  state: Walk,
  depth: number,
): object {
  const { rules } = state;
  const result: Record<string, unknown> = {};
  let hidesValues = false;
  let isGrant = false;

  for (const key of keys) {
    state.left -= 1;
    if (state.left < 0) {
      result['…'] = replaced(state, '[left out: too many values]');
      break;
    }
    const value = read(key);
    const name = rules.name(typeof key === 'object' && key !== null ? '[object]' : String(key));
    // { name: 'password', value: … }, as in lists of headers and fields.
    if (name.role === 'name' && typeof value === 'string') hidesValues ||= rules.name(value).isSecret;
    isGrant ||= name.isOfGrant;
    state.names += 1;
    if (name.shown !== key) state.isChanged = true;
    const hides = name.isSecret && !isNothing(value);
    put(result, name.shown, hides ? replaced(state, masked) : walk(value, state, depth));
  }
  if (hidesValues || isGrant) {
    for (const name of Object.keys(result)) {
      const hides =
        (hidesValues && rules.name(name).role === 'value') || (isGrant && rules.isSecretName(name, 'grant'));
      if (hides && !isNothing(result[name])) put(result, name, replaced(state, masked));
    }
  }
  return result;
}

/** Assigning `__proto__` would not add a property. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[name] = value;
  }
}

/** `pin: ***` already has its value, so the next item is not it. */
function isNameInList(text: string, { rules }: Walk): boolean {
  return rules.isSecretName(text) && !text.includes(masked);
}

function isPlain(shown: unknown): boolean {
  const isNumber = typeof shown === 'number' || JSON.isRawJSON(shown);

  return isNumber || (typeof shown === 'string' && shown !== '');
}

/** Values that reveal nothing. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || typeof value === 'boolean';
}

/** More digits than a double has, for example of a card. */
const manyDigits = /\d{16}/;

/**
 * Masks the text of a JSON object, list or string; null for other texts. Keeps the numbers as they are written, and the
 * whole text if it has nothing to mask.
 */
export function maskJson(text: string, rules: MaskRules, textDepth = 0): string | null {
  const parsed = parse(text);
  if (parsed === null) return null;
  const walked = startWalk(rules, textDepth);
  const shown = walk(parsed.value, walked, 0);
  // A repeated name hides the value before it, which may be a secret.
  if (!walked.isChanged && walked.names === namesIn(text)) return text;

  const isExact = parsed.isExact || !hasUnusualNumber(text);
  return JSON.stringify(isExact ? shown : maskValue(parseExact(text), rules, textDepth));
}

function parse(text: string): { readonly value: unknown; readonly isExact: boolean } | null {
  if (!/^\s*[[{"]/.test(text)) return null;
  const isExact = manyDigits.test(text);
  try {
    return { value: isExact ? parseExact(text) : JSON.parse(text), isExact };
  } catch {
    return null;
  }
}
