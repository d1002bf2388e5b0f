import type { TSchema } from 'typebox';

/** The parts of a schema that are read here. */
export interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Not of JSON Schema: what a number counts. */
  readonly unit?: string;
}

/** What a schema accepts, in words that end "… must be": `a whole number of seconds from 0 to 600`. */
export function describeSchema(schema: TSchema): string {
  const { type, enum: values, anyOf, items, minimum, maximum, unit } = schema as SchemaNode;
  if (values !== undefined) return alternatives(values.map(String));
  if (anyOf !== undefined) return alternatives(anyOf.map(describeSchema));
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return `a list${items === undefined ? '' : `, each ${describeSchema(items)}`}`;
  if (type === 'string') return 'a text';
  if (type !== 'integer' && type !== 'number') return 'an object';

  const number = `${type === 'integer' ? 'a whole number' : 'a number'}${unit === undefined ? '' : ` of ${unit}`}`;
  if (minimum === undefined) return maximum === undefined ? number : `${number} up to ${maximum}`;
  return maximum === undefined ? `${number} from ${minimum}` : `${number} from ${minimum} to ${maximum}`;
}

function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
