import { Value } from 'typebox/value';
import { childOf, type Group, type Key, type Named, type Node, type SchemaNode } from './keys.ts';

export interface Fault {
  /** Path of the invalid key. */
  readonly path: readonly string[];
  /** A sentence for the operator. */
  readonly text: string;
}

/** The message about an invalid value; `source` is where it was set. */
export function describeFault(source: string, node: Node, value: unknown, expected: string): string {
  // A section that is not an object is reported as a whole, and may contain secrets.
  const shown = hasSecret(node) ? 'not acceptable (its value is not shown)' : JSON.stringify(value);

  return `${source} is ${shown}, but must be ${expected}.`;
}

function hasSecret(node: Node): boolean {
  if (node.kind === 'key') return node.secret === true;
  return Object.values(node.kind === 'named' ? { each: node.each } : node.keys).some(hasSecret);
}

/** Where the value of a path was set, for messages. */
type SourceOf = (path: readonly string[]) => string;

/** A fault for each invalid value and each unknown key. */
export function checkWritten(
  node: Node,
  written: unknown,
  sourceOf: SourceOf,
  path: readonly string[] = [],
): Fault[] {
  if (written === undefined) return [];
  if (node.kind === 'key') return checkValue(node, merge(node.default, written), sourceOf, path);
  if (!isObject(written)) {
    return [{ path, text: describeFault(sourceOf(path), node, written, expectedOf(node)) }];
  }

  return Object.entries(written).flatMap(([name, value]) => {
    const inner = [...path, name];
    const child = childOf(node, name);
    if (child !== undefined) return checkWritten(child, value, sourceOf, inner);
    const known = Object.keys(node.kind === 'named' ? node.names : node.keys);
    const text = unknownKey(sourceOf(inner), name, known);
    return [{ path: inner, text: node.kind === 'named' ? `${text} Write ${node.expected}.` : text }];
  });
}

function expectedOf(node: Group | Named): string {
  return node.kind === 'named' ? node.expected : `an object of the keys ${Object.keys(node.keys).join(', ')}`;
}

function unknownKey(source: string, name: string, known: readonly string[]): string {
  const suggestion = didYouMean(name, known);
  return (
    `${source} is not known. ${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}` +
    `Remove it or correct its name; known keys: ${known.join(', ')}.`
  );
}

/** An error of the TypeBox validator. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: {
    readonly allowedValues?: readonly unknown[];
    readonly requiredProperties?: readonly string[];
  };
}

/** A key with `expected` is reported as a whole, any other key at the invalid parts. */
function checkValue(node: Key, value: unknown, sourceOf: SourceOf, path: readonly string[]): Fault[] {
  if (Value.Check(node.schema, value)) return [];
  if (node.expected !== undefined) {
    return [{ path, text: describeFault(sourceOf(path), node, value, node.expected) }];
  }
  const faults = new Map<string, Fault>();
  for (const error of Value.Errors(node.schema, value) as SchemaError[]) {
    // Also reported at the unknown key itself, and for each alternative.
    if (error.keyword === 'additionalProperties' || error.keyword === 'anyOf') continue;
    if (faults.has(error.instancePath)) continue;
    const relative = error.instancePath.split('/').slice(1).map(unescapePointer);
    const inner = [...path, ...relative];
    const text = pointedFault(node, value, relative, error, sourceOf(inner));
    faults.set(error.instancePath, { path: inner, text });
  }

  return [...faults.values()];
}

function pointedFault(
  node: Key,
  value: unknown,
  relative: string[],
  error: SchemaError,
  source: string,
): string {
  const { keyword, message, params } = error;
  if (keyword === 'boolean') {
    const parent = at(node.schema, relative.slice(0, -1), schemaChild) as { properties?: object } | undefined;
    return unknownKey(source, relative.at(-1) ?? '', Object.keys(parent?.properties ?? {}));
  }
  if (keyword === 'required') {
    return `${source} lacks ${(params.requiredProperties ?? []).join(', ')}. Add it.`;
  }
  const inner = at(node.schema, relative, schemaChild) as SchemaNode | undefined;
  const words = inner?.contains === undefined ? undefined : (inner.contains as SchemaNode).enum;
  const expected =
    keyword === 'enum' && params.allowedValues !== undefined
      ? `one of ${params.allowedValues.join(', ')}`
      : keyword === 'contains' && words !== undefined
        ? `a list with at most ${inner?.maxContains} of ${words.join(', ')}`
        : keyword === 'minItems'
          ? `a list of at least ${inner?.minItems}`
          : message.replace(/^must (be )?/, '');
  return describeFault(source, node, at(value, relative, valueChild), expected);
}

function at(
  start: unknown,
  relative: readonly string[],
  child: (from: object, name: string) => unknown,
): unknown {
  return relative.reduce(
    (from, name) => (typeof from === 'object' && from !== null ? child(from, name) : undefined),
    start,
  );
}

function valueChild(from: object, name: string): unknown {
  return (from as Record<string, unknown>)[name];
}

function schemaChild(from: object, name: string): unknown {
  const { properties, patternProperties = {} } = from as Record<string, Record<string, unknown> | undefined>;
  return properties?.[name] ?? Object.values(patternProperties)[0];
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The known name most similar to a misspelt one, if similar enough. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const near = known
    .map((word) => ({ word, changes: changesBetween(name.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, changes }) => changes <= Math.max(2, word.length / 4) && changes < word.length / 1.5);

  return near.sort((a, b) => a.changes - b.changes)[0]?.word;
}

/** Levenshtein distance. */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }

  return row.at(-1) ?? 0;
}

/** Merges objects recursively; any other value of `override` replaces that of `base`, except `undefined`. */
export function merge(base: unknown, override: unknown): unknown {
  if (override === undefined) return base;
  if (!isObject(override)) return override;
  const start = isObject(base) ? base : {};
  // `fromEntries`, so that a key named __proto__ remains a key.
  return Object.fromEntries([
    ...Object.entries(start),
    ...Object.entries(override)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, merge(Object.hasOwn(start, name) ? start[name] : undefined, value)]),
  ]);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
