import type { Infer, JsonSchema, Shape } from '@rowhouse/table-protocol/internal';

/** How a member is described: by its schema alone, with a text, or in detail. */
type Described<T> =
  | true
  | string
  | {
      readonly text?: string;
      /** Of the object, or of the objects of the list. Without it, any object is described. */
      readonly members?: Members<T extends readonly (infer Entry)[] ? Entry : T>;
      /** Lists the members that are required. */
      readonly required?: true;
      /** Keywords that differ from those of the message. */
      readonly as?: object;
    };

/** Texts for members. A member without an entry is not described. */
export type Members<T> = { readonly [Name in keyof T]?: Described<NonNullable<T[Name]>> };

/** The JSON Schema of a message for OpenAPI, with texts that programs do not load otherwise. */
export function document<S extends Shape>(
  shape: S,
  members: Members<Infer<S>>,
  options: { readonly required?: true } = {},
): object {
  return schemaOf(shape, { members, ...options });
}

interface Detail {
  readonly text?: string;
  readonly members?: Readonly<Record<string, Detail | true | string | undefined>>;
  readonly required?: true;
  readonly as?: object;
}

function schemaOf(schema: JsonSchema, { text, as, ...detail }: Detail): object {
  const { type, enum: words, items, maxItems, minimum, maximum, format } = schema;
  const described = {
    ...{ type, enum: words && [...words], maxItems, minimum, maximum, default: schema.default, format },
    ...{ items: items && schemaOf(items, detail), description: text },
    ...([type].flat().includes('object') && membersOf(schema, detail)),
    ...as,
  };

  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined));
}

function membersOf({ properties = {} }: JsonSchema, { members, required }: Detail): object {
  if (members === undefined) return { additionalProperties: true };
  const names = Object.keys(members);

  return {
    properties: Object.fromEntries(
      names.map((name) => [name, schemaOf(properties[name] ?? {}, detailOf(members[name]))]),
    ),
    ...(required && { required: names.filter((name) => properties[name]?.optional !== true) }),
  };
}

function detailOf(described: Detail | true | string | undefined): Detail {
  if (typeof described === 'string') return { text: described };

  return typeof described === 'object' ? described : {};
}
