import { Value } from 'typebox/value';
import { didYouMean } from './didYouMean.ts';
import { describeFault, type Fault } from './Fault.ts';
import { childOf, type Group, type Key, type Named, type Node } from './keys.ts';
import { isObject, merge } from './merge.ts';

/** Where the value of a path was written, for messages. */
export type SourceOf = (path: readonly string[]) => string;

/** A fault for each value that was written and is not accepted, and for each key that is not known. */
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

/** What the validator says about one value. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: {
    readonly allowedValues?: readonly unknown[];
    readonly requiredProperties?: readonly string[];
  };
}

/** A key that says what it expects is reported as a whole, any other where it has faults. */
function checkValue(node: Key, value: unknown, sourceOf: SourceOf, path: readonly string[]): Fault[] {
  if (Value.Check(node.schema, value)) return [];
  if (node.expected !== undefined) {
    return [{ path, text: describeFault(sourceOf(path), node, value, node.expected) }];
  }
  const faults = new Map<string, Fault>();
  for (const error of Value.Errors(node.schema, value) as SchemaError[]) {
    // Reported at the unknown key as well, and once more for each kind that a value might have been of.
    if (error.keyword === 'additionalProperties' || error.keyword === 'anyOf') continue;
    if (faults.has(error.instancePath)) continue;
    const way = error.instancePath.split('/').slice(1).map(unescapePointer);
    const inner = [...path, ...way];
    const text = pointedFault(node, value, way, error, sourceOf(inner));
    faults.set(error.instancePath, { path: inner, text });
  }

  return [...faults.values()];
}

function pointedFault(node: Key, value: unknown, way: string[], error: SchemaError, source: string): string {
  const { keyword, message, params } = error;
  if (keyword === 'boolean') {
    const parent = at(node.schema, way.slice(0, -1), schemaChild) as { properties?: object } | undefined;
    return unknownKey(source, way.at(-1) ?? '', Object.keys(parent?.properties ?? {}));
  }
  if (keyword === 'required') {
    return `${source} lacks ${(params.requiredProperties ?? []).join(', ')}. Add it.`;
  }
  const expected =
    keyword === 'enum' && params.allowedValues !== undefined
      ? `one of ${params.allowedValues.join(', ')}`
      : message.replace(/^must (be )?/, '');
  return describeFault(source, node, at(value, way, valueChild), expected);
}

function at(start: unknown, way: readonly string[], child: (from: object, name: string) => unknown): unknown {
  return way.reduce(
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

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
