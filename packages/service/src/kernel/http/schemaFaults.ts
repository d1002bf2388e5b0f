import { type EnglishText, say, Text } from '@rowhouse/problems';
import type { FieldTexts, TextValue } from '@rowhouse/problems/internal';

/** A validation error of Ajv in verbose mode. */
export interface SchemaFault {
  readonly keyword: string;
  /** Such as `/selection/3`; that of the object for missing or unknown members. */
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: {
    readonly missingProperty?: string;
    readonly additionalProperty?: string;
    readonly limit?: number;
    readonly type?: string | readonly string[];
    readonly allowedValues?: readonly unknown[];
    readonly pattern?: string;
    readonly format?: string;
  };
  readonly data?: unknown;
  readonly parentSchema?: { readonly description?: string; readonly properties?: object };
}

/** Limits the size of the response to a hostile request. */
const maxFaults = 100;
const maxFieldLength = 200;
const maxValueLength = 60;
const secretNames = /password|secret|token|key/i;

/** Field → faults. A fault continues a sentence that starts with the field: `must be a number`. */
export function schemaFaults(faults: readonly SchemaFault[]): FieldTexts {
  const fields = new Map<string, Map<string, Text>>();
  for (const fault of faults.slice(0, maxFaults)) {
    const { missingProperty, additionalProperty } = fault.params ?? {};
    const member = missingProperty ?? additionalProperty;
    const path = [...fault.instancePath.split('/').slice(1), ...(member === undefined ? [] : [member])];
    const field = path.join('.').slice(0, maxFieldLength) || 'body';
    const texts = fields.get(field) ?? new Map<string, Text>();
    const text = withValue(describe(fault), shown(field, fault));
    fields.set(field, texts.set(String(text), text));
  }
  return Object.fromEntries([...fields].map(([field, texts]) => [field, [...texts.values()]]));
}

function describe({ keyword, message, params = {}, data, parentSchema }: SchemaFault): Text {
  const { limit = 0, allowedValues = [], type, pattern = '', format = '' } = params;
  switch (keyword) {
    case 'required':
      return say`is required`;
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.properties ?? {});
      return say`is not known; remove it, or use one of ${known.join(', ')}`;
    }
    case 'minLength':
      return isBlank(data)
        ? say`is required`
        : new Text('must have at least {0|# character|# characters}', [limit]);
    case 'maxLength':
      return new Text('must have at most {0|# character|# characters}, and has {1}', [
        limit,
        String(data).length,
      ]);
    case 'pattern':
      if (isBlank(data)) return say`is required`;
      // A schema with a pattern describes it in words for users.
      return parentSchema?.description
        ? say`must be ${new Text(parentSchema.description as EnglishText)}`
        : say`must match the pattern ${pattern}`;
    case 'format':
      return say`must have the format ${format}`;
    case 'uniqueItems':
      return say`must not have equal entries`;
    case 'enum':
      return say`must be one of ${allowedValues.join(', ')}`;
    case 'type':
      return say`must be ${[type ?? 'value']
        .flat()
        .map((name): TextValue => words[name] ?? name)
        .reduce((all, one) => say`${all} or ${one}`)}`;
    case 'minimum':
      return say`must be ${limit} or more`;
    case 'maximum':
      return say`must be ${limit} or less`;
    case 'minItems':
      return new Text('must have at least {0|# entry|# entries}', [limit]);
    case 'maxItems':
      return new Text('must have at most {0|# entry|# entries}, and has {1}', [
        limit,
        (data as unknown[]).length,
      ]);
    default:
      // In English, unless the application translates it.
      return new Text((message as EnglishText | undefined) ?? 'is not acceptable');
  }
}

function withValue(fault: Text, value: string | null): Text {
  return value === null ? fault : say`${fault}, not ${value}`;
}

/** The invalid value, if it is short and not secret. */
function shown(field: string, { keyword, data }: SchemaFault): string | null {
  const helps = ['pattern', 'enum', 'type', 'minimum', 'maximum'].includes(keyword);
  const isShort = ['string', 'number', 'boolean'].includes(typeof data) && !isBlank(data);
  if (!helps || !isShort || secretNames.test(field)) return null;
  const text = typeof data === 'number' ? String(data) : JSON.stringify(data);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

const words: Readonly<Record<string, Text>> = {
  string: say`a text`,
  integer: say`a whole number`,
  number: say`a number`,
  boolean: say`true or false`,
  array: say`a list`,
  object: say`an object`,
};
