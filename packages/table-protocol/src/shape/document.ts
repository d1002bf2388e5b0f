import type { JsonSchema } from './JsonSchema.ts';
import type { Infer, Shape } from './Shape.ts';

/** How a member is described: by its schema alone, with a text, or in detail. */
type Described<T> =
  | true
  | string
  | {
      readonly text?: string;
      /** Of the object, or of the objects of the list. Without it, any object is described. */
      readonly members?: Members<T extends readonly (infer Entry)[] ? Entry : T>;
      /** Lists its required members. */
      readonly required?: true;
      /** Keywords that differ from those of the message. */
      readonly as?: Readonly<Record<string, unknown>>;
    };

/** The texts of a message. A member without an entry is not described. */
export type Members<T> = { readonly [Name in keyof T]?: Described<NonNullable<T[Name]>> };

/** For a server that serializes by the schema, which would leave out members that are not described. */
export type AllMembers<T> = Required<Members<T>>;

/**
 * The JSON Schema of what clients send, for OpenAPI, with limits and required members. Its texts are here and not in the
 * shape, so that browsers do not load them.
 */
export function requestSchema<S extends Shape>(shape: S, members: Members<Infer<S>>): Schema {
  return schemaOf(shape, { members, required: true }, true);
}

/** The same for what clients receive, without limits. It lists required members only on request. */
export function responseSchema<S extends Shape>(
  shape: S,
  members: Members<Infer<S>>,
  listed: Pick<Detail, 'required'> = {},
): Schema {
  return schemaOf(shape, { members, ...listed }, false);
}

export interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
}

interface Detail {
  readonly text?: string;
  readonly members?: Readonly<Record<string, Detail | true | string | undefined>>;
  readonly required?: true;
  readonly as?: object;
}

function schemaOf(schema: JsonSchema, { text, as, ...detail }: Detail, isRequest: boolean): Schema {
  const {
    type,
    anyOf,
    enum: words,
    items,
    maxItems,
    minLength,
    maxLength,
    minimum,
    maximum,
    format,
  } = schema;
  const described = {
    type,
    anyOf: anyOf?.map((one) => schemaOf(one, {}, isRequest)),
    enum: words && [...words],
    items: items && schemaOf(items, detail, isRequest),
    description: text,
    ...(isRequest && { maxItems, minLength, maxLength, minimum, maximum, format, default: schema.default }),
    ...([type].flat().includes('object') && membersOf(schema, detail, isRequest)),
    ...as,
  };

  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined));
}

function membersOf(
  { properties = {} }: JsonSchema,
  { members, required: isListed }: Detail,
  isRequest: boolean,
): object {
  if (members === undefined) return { additionalProperties: true };
  const names = Object.keys(members);
  const required = isListed ? names.filter((name) => properties[name]?.optional !== true) : [];

  return {
    properties: Object.fromEntries(
      names.map((name) => [name, schemaOf(properties[name] ?? {}, detailOf(members[name]), isRequest)]),
    ),
    ...(required.length > 0 && { required }),
  };
}

function detailOf(described: Detail | true | string | undefined): Detail {
  if (typeof described === 'string') return { text: described };

  return typeof described === 'object' ? described : {};
}
