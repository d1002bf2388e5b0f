import type { TSchema } from 'typebox';
import { suggestWord } from '../format/suggestWord.ts';
import { showValue, type TemplateFault } from './TemplateFault.ts';

export interface SchemaCheck {
  readonly faults: readonly TemplateFault[];
  /** The valid part of the value: a `SoundValue` of the schema's type. */
  readonly sound: unknown;
}

/**
 * Validates a value against a schema and returns all faults, each with a remedy.
 *
 * TypeBox's own errors are not used because it stops after eight of them (a setting of the whole process), reports
 * every failing branch of a union, and has no remedies. A test checks that both agree.
 */
export function checkSchema(schema: SchemaNode, value: unknown): SchemaCheck {
  const faults: TemplateFault[] = [];
  const sound = check(schema, value, '', faults);
  return { faults, sound };
}

function check(schema: SchemaNode, value: unknown, path: string, faults: TemplateFault[]): unknown {
  const branches = schema.anyOf ?? [schema];
  const branch = branches.find((candidate) => hasType(candidate, value));
  if (branch === undefined) {
    const expected = branches.map((candidate) => typeWords[candidate.type!]).join(' or ');
    faults.push({
      path,
      code: 'wrong_type',
      problem: `${showValue(value)} is given where ${expected} is expected.`,
      remedy: `Give ${expected}${path === '' || schema.description === undefined ? '.' : `: ${schema.description}`}`,
    });
    return undefined;
  }
  if (branch.type === 'object') return checkObject(branch, value as Record<string, unknown>, path, faults);
  if (branch.type === 'array') return checkArray(branch, value as unknown[], path, faults);
  const fault = scalarFault(branch, value, path);
  if (fault === null) return value;
  faults.push(fault);
  return undefined;
}

function checkObject(
  schema: SchemaNode,
  value: Record<string, unknown>,
  path: string,
  faults: TemplateFault[],
): Record<string, unknown> {
  if (schema.properties === undefined) return checkMembers(schema, value, path, faults);
  const known = Object.keys(schema.properties);
  const meant = new Set<string>();
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(schema.properties, key)) continue;
    const suggestion = suggestWord(
      key,
      known.filter((candidate) => !Object.hasOwn(value, candidate)),
    );
    if (suggestion !== undefined) meant.add(suggestion);
    faults.push({
      path: memberPath(path, key),
      code: 'unknown_key',
      problem: `${showValue(key)} is not an option of a ${(schema.title ?? 'template').toLowerCase()}.`,
      remedy:
        suggestion === undefined
          ? `Remove it. The options are: ${known.join(', ')}.`
          : `Write "${suggestion}".`,
      ...(suggestion !== undefined && { suggestion }),
    });
  }
  const sound: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(schema.properties)) {
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    if (given !== undefined) {
      sound[key] = check(member, given, memberPath(path, key), faults);
    } else if (schema.required?.includes(key) && !meant.has(key)) {
      faults.push({
        path: memberPath(path, key),
        code: 'missing',
        problem: `The ${(schema.title ?? 'template').toLowerCase()} has no "${key}".`,
        remedy: `Add it: ${member.description}`,
      });
    }
  }
  return sound;
}

/** An object with any names, whose members have the same type. */
function checkMembers(
  { patternProperties = {} }: SchemaNode,
  value: Record<string, unknown>,
  path: string,
  faults: TemplateFault[],
): Record<string, unknown> {
  const [member] = Object.values(patternProperties);
  if (member === undefined) return value;

  return Object.fromEntries(
    Object.entries(value).map(([key, given]) => [key, check(member, given, memberPath(path, key), faults)]),
  );
}

function checkArray(schema: SchemaNode, list: unknown[], path: string, faults: TemplateFault[]): unknown[] {
  if (list.length < (schema.minItems ?? 0)) {
    faults.push({
      path,
      code: 'out_of_range',
      problem: 'The list is empty.',
      remedy: `Add at least one entry: ${schema.description}`,
    });
  }
  const seen = new Set<unknown>();
  return list.map((item, index) => {
    const itemPath = `${path}[${index}]`;
    if (schema.uniqueItems === true && seen.has(item)) {
      faults.push({
        path: itemPath,
        code: 'duplicate',
        problem: `${showValue(item)} is listed twice.`,
        remedy: 'Remove one of the two.',
      });
      return undefined;
    }
    seen.add(item);
    return check(schema.items ?? {}, item, itemPath, faults);
  });
}

function scalarFault(schema: SchemaNode, value: unknown, path: string): TemplateFault | null {
  if (schema.enum !== undefined && !schema.enum.includes(value as string)) {
    const suggestion = suggestWord(String(value), schema.enum);
    const noun = schema.title ?? 'value';
    return {
      path,
      code: 'unknown_word',
      problem: `${showValue(value)} is not ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}.`,
      remedy: suggestion === undefined ? `Use one of: ${schema.enum.join(', ')}.` : `Write "${suggestion}".`,
      ...(suggestion !== undefined && { suggestion }),
    };
  }
  if (typeof value === 'string') return textFault(schema, value, path);
  if (typeof value === 'number') return numberFault(schema, value, path);
  return null;
}

function textFault(schema: SchemaNode, text: string, path: string): TemplateFault | null {
  if (text.length < (schema.minLength ?? 0)) {
    const remedy =
      schema.description === undefined ? 'Remove it, or fill it in.' : `Fill it in: ${schema.description}`;
    return { path, code: 'out_of_range', problem: 'The text is empty.', remedy };
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) {
    const remedy = schema.patternErrorMessage ?? `It has to match ${schema.pattern}.`;
    return { path, code: 'malformed', problem: `${showValue(text)} has the wrong format.`, remedy };
  }
  return null;
}

function numberFault(schema: SchemaNode, number: number, path: string): TemplateFault | null {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (number >= minimum && number <= maximum) return null;
  const remedy =
    schema.maximum === undefined
      ? `Give ${minimum} or more.`
      : `Give a whole number from ${minimum} to ${maximum}.`;
  return { path, code: 'out_of_range', problem: `${number} is out of range.`, remedy };
}

const typeWords = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

function hasType(schema: SchemaNode, value: unknown): boolean {
  switch (schema.type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case undefined:
      return true;
    default:
      return typeof value === schema.type;
  }
}

function memberPath(path: string, key: string): string {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) return `${path}[${showValue(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** The keywords of JSON Schema that the schemas of templates and of the configuration use. */
export interface SchemaNode {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean' | 'null';
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  /** For editors: a description of each word of `enum`. */
  readonly enumDescriptions?: readonly string[];
  /** The branches differ in their `type`. */
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  /** Only on lists of texts and numbers. */
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** Description of `pattern` as a sentence; editors show it too. */
  readonly patternErrorMessage?: string;
}

/** A TypeBox schema as plain JSON Schema. */
export function schemaNode(schema: TSchema): SchemaNode {
  return schema as SchemaNode;
}
