import { type Static, type TSchema, Type } from 'typebox';
import { describeSchema } from './describeSchema.ts';

/** What is declared about a key of the configuration. Everything else follows from it. */
export interface KeyOptions<T> {
  /** The value without any configuration. An object is merged with what is configured; a list is replaced. */
  readonly default?: T;
  /** Shown in the reference in place of the default, as Markdown: `generated`. Without either: `not set`. */
  readonly defaultText?: string;
  /** What is accepted, as messages and the reference say it: `an address such as https://example.com`. */
  readonly expected?: string;
  /** The environment variable. Derived from the key by default: `mail.from` is ROWHOUSE_MAIL_FROM. */
  readonly env?: string;
  /** A second variable, read when the first one is absent. */
  readonly alias?: string;
  /** Whether messages never show the value. */
  readonly secret?: boolean;
}

/** One value. Its schema also says how the text of a variable is read: see parseText. */
export interface Key<T = unknown> extends KeyOptions<T> {
  readonly kind: 'key';
  /** What the key is for: a sentence of the reference. */
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

/** Groups of the same keys under names of the operator's choice, such as queues. */
export interface Named<K extends Keys = Keys> {
  readonly kind: 'named';
  readonly description: string;
  readonly defaultText: string;
  readonly expected: string;
  readonly pattern: RegExp;
  /** The groups that exist without any configuration, with their own defaults. */
  readonly names: Readonly<Record<string, Group<K>>>;
  /** Every other group. */
  readonly each: Group<K>;
}

export type Node = Key | Group | Named;
export type Keys = { readonly [name: string]: Node };

/** What is declared below a name. */
export function childOf(node: Group | Named, name: string): Node | undefined {
  const known: Keys = node.kind === 'group' ? node.keys : node.names;
  if (Object.hasOwn(known, name)) return known[name];
  return node.kind === 'named' && node.pattern.test(name) ? node.each : undefined;
}

/** The value of what is declared: a key is optional when it has no default. */
export type ValueOf<N> = N extends { readonly kind: 'key'; readonly value?: infer T }
  ? Exclude<T, undefined>
  : N extends Named<infer K>
    ? Readonly<Record<string, ValueOf<K>>>
    : N extends Group<infer K>
      ? ValueOf<K>
      : {
          readonly [Name in keyof N as N[Name] extends Optional ? never : Name]: ValueOf<N[Name]>;
        } & { readonly [Name in keyof N as N[Name] extends Optional ? Name : never]?: ValueOf<N[Name]> };

/** The same as an operator may write it: any part of it. */
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

/** A value of any TypeBox schema. A variable holds a list separated by commas, and an object as JSON. */
export function key<S extends TSchema, O extends KeyOptions<Static<S>>>(
  description: string,
  schema: S,
  options: O,
): KeyOf<Static<S>, O> {
  const declared = { kind: 'key', description, schema, expected: describeSchema(schema), ...options };
  return declared as unknown as KeyOf<Static<S>, O>;
}

type TextOptions = KeyOptions<string> & { readonly pattern?: string; readonly minLength?: number };

/** A text that is not empty. A `pattern` needs `expected`, which says in words what it accepts. */
export function text<O extends TextOptions>(description: string, options: O): KeyOf<string, O> {
  const { pattern, minLength = 1 } = options;
  return key(description, Type.String({ minLength, ...(pattern && { pattern }) }), options);
}

/** The least, the most, and what is counted, as a word: `seconds`. */
type WholeOptions = KeyOptions<number> & { readonly range: readonly [number, number, string?] };

/** A whole number. */
export function whole<O extends WholeOptions>(description: string, options: O): KeyOf<number, O> {
  const [minimum, maximum, unit] = options.range;
  return key(description, Type.Integer({ minimum, maximum, ...(unit && { unit }) }), options);
}

export function boolean<O extends KeyOptions<boolean>>(description: string, options: O): KeyOf<boolean, O> {
  return key(description, Type.Boolean(), options);
}

/** One of some words. */
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
  /** The groups that exist without any configuration, and where they differ from the defaults of the keys. */
  readonly names: Readonly<Record<string, WrittenOf<K>>>;
  /** What a name looks like; a letter, then letters, digits, - and _ by default. */
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
