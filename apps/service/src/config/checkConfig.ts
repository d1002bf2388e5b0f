import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { secretKeys } from './configSchema.ts';

/** What the validator says about one value. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** One sentence for each value that the schema does not accept. */
export function checkConfig(
  schema: TSchema,
  written: Record<string, unknown>,
  sources: ReadonlyMap<string, string>,
  file: string | undefined,
): string[] {
  const faults = new Map<string, string>();
  for (const error of Value.Errors(schema, written) as SchemaError[]) {
    const path = error.instancePath.split('/').slice(1);
    // Reported at the unknown key as well, and once more for each kind that a value might have been of.
    if (error.keyword === 'additionalProperties' || error.keyword === 'anyOf') continue;
    const key = reportedPath(schema, path, error).join('.');
    if (faults.has(key)) continue;
    faults.set(key, sentence(schema, written, key, error, sourceOf(key, sources, file)));
  }
  return [...faults.values()];
}

function sentence(schema: TSchema, written: object, key: string, error: SchemaError, source: string): string {
  const path = key.split('.');
  if (error.keyword === 'boolean') {
    const known = Object.keys(nodeAt(schema, path.slice(0, -1))?.properties ?? {}).join(', ');
    return `${source} is not known. Remove it or correct its name; known keys: ${known}.`;
  }
  if (error.keyword === 'required') {
    const { requiredProperties = [] } = error.params as { requiredProperties?: string[] };
    return `${source} lacks ${requiredProperties.join(', ')}. Add what is missing.`;
  }
  const expected =
    path[0] === 'tables' ? expectation(error) : (nodeAt(schema, path)?.description ?? error.message);
  return `${source} is ${show(written, key)}, but must be ${expected}.`;
}

/** The keys of the service describe what they accept as a whole; those of the tables are reported to the point. */
function reportedPath(schema: TSchema, path: string[], error: SchemaError): string[] {
  if (error.keyword === 'boolean' || path[0] === 'tables') return path;
  for (let length = path.length; length > 0; length--) {
    if (nodeAt(schema, path.slice(0, length))?.description !== undefined) return path.slice(0, length);
  }
  return path;
}

function expectation({ keyword, message, params }: SchemaError): string {
  const { allowedValues } = params as { allowedValues?: unknown[] };
  if (keyword === 'enum' && allowedValues !== undefined) return `one of ${allowedValues.join(', ')}`;
  return message.replace(/^must (be )?/, '');
}

interface SchemaNode {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Of objects whose keys are names. */
  readonly patternProperties?: Readonly<Record<string, unknown>>;
}

function nodeAt(schema: TSchema, path: readonly string[]): SchemaNode | undefined {
  let node: unknown = schema;
  for (const name of path) {
    const { properties, patternProperties = {} } = (node ?? {}) as SchemaNode;
    node = properties?.[name] ?? Object.values(patternProperties)[0];
  }
  return node as SchemaNode | undefined;
}

/** The variable that the key, or a part of it, was written in; otherwise the file. */
function sourceOf(key: string, sources: ReadonlyMap<string, string>, file: string | undefined): string {
  for (const [written, name] of sources) {
    if (written === key || written.startsWith(`${key}.`) || key.startsWith(`${written}.`)) return name;
  }
  return `"${key}" in ${file ?? 'the configuration file'}`;
}

function show(written: object, key: string): string {
  if (secretKeys.has(key)) return 'not acceptable (its value is not shown)';
  let value: unknown = written;
  for (const name of key.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return JSON.stringify(value);
}
