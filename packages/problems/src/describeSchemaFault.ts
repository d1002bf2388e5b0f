import { type EnglishText, say, Text, type TextValue } from './Text.ts';

/** An error of a validator of JSON Schema: Ajv in verbose mode, or TypeBox. */
export interface SchemaFault {
  readonly keyword: string;
  readonly message?: string;
  readonly params?: {
    readonly limit?: number | bigint;
    readonly multipleOf?: number | bigint;
    readonly type?: string | readonly string[];
    readonly allowedValues?: readonly unknown[];
    readonly allowedValue?: unknown;
    readonly pattern?: string | RegExp;
    readonly format?: string;
    /** Of other keywords. */
    readonly [name: string]: unknown;
  };
  /** The refused value. */
  readonly data?: unknown;
  /** The schema that has the keyword. */
  readonly parentSchema?: { readonly description?: string };
}

/** What a schema demands of a value, as the end of a sentence that starts with its name: `must be a number`. */
export function describeSchemaFault({
  keyword,
  message,
  params = {},
  data,
  parentSchema,
}: SchemaFault): Text {
  const { allowedValues = [], allowedValue = '', type, pattern = '', format = '', multipleOf = 0 } = params;
  const limit = Number(params.limit ?? 0);
  switch (keyword) {
    case 'required':
      return say`is required`;
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
        : say`must match the pattern ${String(pattern)}`;
    case 'format':
      return say`must have the format ${format}`;
    case 'uniqueItems':
      return say`must not have equal entries`;
    case 'enum':
      return say`must be one of ${allowedValues.join(', ')}`;
    case 'const':
      return say`must be one of ${String(allowedValue)}`;
    case 'type':
      return say`must be ${[type ?? 'value']
        .flat()
        .map((name): TextValue => words[name] ?? name)
        .reduce((all, one) => say`${all} or ${one}`)}`;
    case 'minimum':
      return say`must be ${limit} or more`;
    case 'maximum':
      return say`must be ${limit} or less`;
    case 'exclusiveMinimum':
      return say`must be more than ${limit}`;
    case 'exclusiveMaximum':
      return say`must be less than ${limit}`;
    case 'multipleOf':
      return say`must be a multiple of ${Number(multipleOf)}`;
    case 'minItems':
      return new Text('must have at least {0|# entry|# entries}', [limit]);
    case 'maxItems':
      return new Text('must have at most {0|# entry|# entries}, and has {1}', [
        limit,
        Array.isArray(data) ? data.length : 0,
      ]);
    default:
      // In English, unless the application translates it.
      return new Text((message as EnglishText | undefined) ?? 'is not acceptable');
  }
}

export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

const words: Readonly<Record<string, Text>> = {
  string: say`a text`,
  integer: say`a whole number`,
  number: say`a number`,
  boolean: say`true or false`,
  array: say`a list`,
  object: say`an object`,
  null: say`empty`,
};
