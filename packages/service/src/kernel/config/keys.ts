import { type Static, type TSchema, Type } from 'typebox';

/** Options of a configuration key. */
export interface KeyOptions<T> {
  /** An object is merged with the configured one; a list is replaced. */
  readonly default?: T;
  /** Markdown that the reference shows instead of the default: `generated`. Without both: `not set`. */
  readonly defaultText?: string;
  /** Description of valid values in messages and the reference: `an address such as https://example.com`. */
  readonly expected?: string;
  /** Environment variable. By default derived from the path: ROWHOUSE_MAIL_FROM for `mail.from`. */
  readonly env?: string;
  /** A second variable, read if the first is absent. */
  readonly alias?: string;
  /** Whether messages hide the value. */
  readonly secret?: boolean;
}

/** One value. Its schema also determines how a variable is parsed. */
export interface Key<T = unknown> extends KeyOptions<T> {
  readonly kind: 'key';
  /** A sentence for the reference. */
  readonly description: string;
  readonly schema: TSchema;
  /** For types only. */
  readonly value?: T;
}

/** Keys below one name. */
export interface Group<K extends Keys = Keys> {
  readonly kind: 'group';
  readonly keys: K;
}

/** Groups of the same keys under names that the operator chooses, such as queues. */
export interface Named<K extends Keys = Keys> {
  readonly kind: 'named';
  readonly description: string;
  readonly defaultText: string;
  readonly expected: string;
  readonly pattern: RegExp;
  /** Predefined groups, with their own defaults. */
  readonly names: Readonly<Record<string, Group<K>>>;
  /** Every other group. */
  readonly each: Group<K>;
}

export type Node = Key | Group | Named;
export type Keys = { readonly [name: string]: Node };

/** The node below a name. */
export function childOf(node: Group | Named, name: string): Node | undefined {
  const known: Keys = node.kind === 'group' ? node.keys : node.names;
  if (Object.hasOwn(known, name)) return known[name];
  return node.kind === 'named' && node.pattern.test(name) ? node.each : undefined;
}

/** The value of a node: a key without a default is optional. */
export type ValueOf<N> = N extends { readonly kind: 'key'; readonly value?: infer T }
  ? Exclude<T, undefined>
  : N extends Named<infer K>
    ? Readonly<Record<string, ValueOf<K>>>
    : N extends Group<infer K>
      ? ValueOf<K>
      : {
          readonly [Name in keyof N as N[Name] extends Optional ? never : Name]: ValueOf<N[Name]>;
        } & { readonly [Name in keyof N as N[Name] extends Optional ? Name : never]?: ValueOf<N[Name]> };

/** The same as an operator may configure it: every part is optional. */
export type WrittenOf<N> = N extends { readonly kind: 'key'; readonly value?: infer T }
  ? Exclude<T, undefined>
  : N extends Named<infer K>
    ? Readonly<Record<string, WrittenOf<K>>>
    : N extends Group<infer K>
      ? WrittenOf<K>
      : { readonly [Name in keyof N]?: WrittenOf<N[Name]> };

export interface Optional {
  readonly kind: 'key';
  readonly default?: undefined;
}

type KeyOf<T, O> = O extends { readonly default: unknown }
  ? Key<T> & { readonly default: T }
  : Key<T> & Optional;

/** A value of any TypeBox schema. In a variable, a list is separated by commas and an object is JSON. */
export function key<S extends TSchema, O extends KeyOptions<Static<S>>>(
  description: string,
  schema: S,
  options: O,
): KeyOf<Static<S>, O> {
  const declared = { kind: 'key', description, schema, expected: describeSchema(schema), ...options };
  return declared as unknown as KeyOf<Static<S>, O>;
}

type TextOptions = KeyOptions<string> & { readonly pattern?: string; readonly minLength?: number };

/** A non-empty string. A `pattern` needs `expected`, which describes it in words. */
export function text<O extends TextOptions>(description: string, options: O): KeyOf<string, O> {
  const { pattern, minLength = 1 } = options;
  return key(description, Type.String({ minLength, ...(pattern && { pattern }) }), options);
}

/** `range` is minimum, maximum and unit, such as `seconds`. */
type WholeOptions = KeyOptions<number> & { readonly range: readonly [number, number, string?] };

/** A whole number. */
export function whole<O extends WholeOptions>(description: string, options: O): KeyOf<number, O> {
  const [minimum, maximum, unit] = options.range;
  return key(description, Type.Integer({ minimum, maximum, ...(unit && { unit }) }), options);
}

export function boolean<O extends KeyOptions<boolean>>(description: string, options: O): KeyOf<boolean, O> {
  return key(description, Type.Boolean(), options);
}

/** One of several strings. */
export function choice<const V extends string, O extends KeyOptions<V>>(
  description: string,
  values: readonly V[],
  options: O,
): KeyOf<V, O> {
  return key(description, Type.Enum([...values]), options) as unknown as KeyOf<V, O>;
}

type ListOptions<T> = KeyOptions<readonly T[]> & { readonly minItems?: number; readonly maxItems?: number };

/** A list of values of one schema. */
export function list<S extends TSchema, O extends ListOptions<Static<S>>>(
  description: string,
  item: S,
  options: O,
): KeyOf<readonly Static<S>[], O> {
  const { minItems = 0, maxItems = 1000 } = options;
  const schema = Type.Unsafe<readonly Static<S>[]>(Type.Array(item, { minItems, maxItems }));
  return key(description, schema, options);
}

export function group<K extends Keys>(keys: K): Group<K> {
  return { kind: 'group', keys };
}

type SingleKeys = Readonly<Record<string, Key>>;

type NamedOptions<K extends SingleKeys> = Pick<Named, 'description' | 'defaultText' | 'expected'> & {
  /** Predefined groups, with the defaults that differ from those of the keys. */
  readonly names: Readonly<Record<string, WrittenOf<K>>>;
  /** Pattern of names. Defaults to a letter, then letters, digits, - and _, at most 50 characters. */
  readonly pattern?: RegExp;
};

/** Groups of the same keys; `{name}` in their descriptions is replaced by the group's name. */
export function named<K extends SingleKeys>(
  keys: K,
  { names, pattern = /^[A-Za-z][\w-]{0,49}$/, ...options }: NamedOptions<K>,
): Named<K> {
  const groupOf = (name: string, defaults: Readonly<Record<string, unknown>>): Group<K> =>
    group(
      Object.fromEntries(
        Object.entries<Key>(keys).map(([part, node]) => [
          part,
          {
            ...node,
            default: defaults[part] ?? node.default,
            description: node.description.replaceAll('{name}', name),
          },
        ]),
      ) as unknown as K,
    );

  return {
    kind: 'named',
    ...options,
    pattern,
    names: Object.fromEntries(
      Object.entries(names).map(([name, defaults]) => [name, groupOf(name, defaults)]),
    ),
    each: group(keys),
  };
}

/** The parts of a JSON schema that the configuration uses. */
export interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly contains?: TSchema;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Unit of a number; not part of JSON Schema. */
  readonly unit?: string;
}

/** Describes valid values, following "must be": `a whole number of seconds from 0 to 600`. */
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
