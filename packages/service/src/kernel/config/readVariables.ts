import type { TSchema } from 'typebox';
import { describeFault, type Fault, merge } from './checkWritten.ts';
import type { ConfigKey } from './configKeys.ts';
import type { SchemaNode } from './keys.ts';

export interface VariablesRead {
  readonly values: unknown;
  /** Dotted path of a key → name of the variable that set it. */
  readonly sources: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
}

/** Reads the environment variables of the keys. An empty one counts as absent. */
export function readVariables(keys: readonly ConfigKey[], environment: NodeJS.ProcessEnv): VariablesRead {
  let values: unknown = {};
  const sources = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { path, node, variable, alias } of keys) {
    const name = environment[variable] || alias === undefined ? variable : alias;
    const text = environment[name]?.trim();
    if (!text) continue;
    try {
      const value = node.kind === 'named' ? parseJson(text) : parseText(node.schema, text);
      // May extend what another variable has set, such as one queue of ROWHOUSE_QUEUES.
      values = merge(
        values,
        path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value),
      );
      sources.set(path.join('.'), name);
    } catch (error) {
      faults.push({ path, text: describeFault(name, node, text, (error as Error).message) });
    }
  }

  return { values, sources, faults };
}

/** Parses a variable for the schema. @throws Error whose message is the expected kind of value. */
function parseText(schema: TSchema, text: string): unknown {
  const { type, enum: values, anyOf, items = {} } = schema as SchemaNode;
  if (anyOf !== undefined) {
    const number = /^\d+$/.test(text) && anyOf.find((one) => (one as SchemaNode).type === 'integer');
    return parseText(number || (anyOf[0] as TSchema), text);
  }
  if (type === 'string' || values !== undefined) return text;
  if (type === 'boolean') return parseBoolean(text);
  if (type === 'integer' || type === 'number') return parseNumber(text);
  if (type !== 'array' || (items as SchemaNode).type === 'object') return parseJson(text);
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => parseText(items, part));
}

function parseBoolean(text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text.toLowerCase())) return true;
  if (['false', '0', 'no', 'off'].includes(text.toLowerCase())) return false;
  throw new Error('true or false');
}

function parseNumber(text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number)) throw new Error('a number');
  return number;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('JSON');
  }
}
