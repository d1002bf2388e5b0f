import type { JsonSchema } from './JsonSchema.ts';

/** Carries the type of a shape; not a member at run time. */
declare const type: unique symbol;

/**
 * The description of JSON values of type `T`, written once for every message: a JSON Schema whose type TypeScript
 * infers. Comments of members are shown by editors, and are the texts of the reference.
 */
export interface Shape<T = unknown> extends JsonSchema {
  readonly [type]: T;
}

/** The type of the values that a shape describes. */
export type Infer<S extends Shape> = S[typeof type];

export interface IsOptional {
  readonly optional: true;
}

type Members = Readonly<Record<string, Shape>>;

type OptionalName<M extends Members> = {
  [Name in keyof M]: M[Name] extends IsOptional ? Name : never;
}[keyof M];

/** Written like `Pick`, because editors then find the comments of the members. */
type Values<M extends Members, Name extends keyof M> = { [Member in Name]: Infer<M[Member]> };
type Flat<T> = { [Name in keyof T]: T[Name] };

/** Keeps its members, so that declaration files have their comments. */
export interface ObjectShape<M extends Members>
  extends Shape<Flat<Values<M, Exclude<keyof M, OptionalName<M>>> & Partial<Values<M, OptionalName<M>>>>> {
  readonly properties: M;
}

export interface ListShape<S extends Shape> extends Shape<Infer<S>[]> {
  readonly items: S;
}

type Limits = Omit<JsonSchema, 'type' | 'enum' | 'anyOf' | 'properties' | 'items'>;

/** The only place where a type is assigned to a schema. */
function typed<S extends Shape>(schema: JsonSchema): S {
  return schema as S;
}

// Bundlers omit shapes that nothing uses, since the functions have no effects.

/* @__NO_SIDE_EFFECTS__ */
export function object<M extends Members>(members: M, limits: Limits = {}): ObjectShape<M> {
  return typed({ type: 'object', properties: members, ...limits });
}

/** An object with further or other members. `Pick` keeps the comments of those that stay. */
/* @__NO_SIDE_EFFECTS__ */
export function extended<M extends Members, N extends Members>(
  shape: ObjectShape<M>,
  members: N,
): ObjectShape<Pick<M, Exclude<keyof M, keyof N>> & N> {
  return typed({ ...shape, properties: { ...shape.properties, ...members } });
}

/** An object with any names. */
/* @__NO_SIDE_EFFECTS__ */
export function record<T>(values: Shape<T>): Shape<Record<string, T>> {
  return typed({ type: 'object', additionalProperties: values });
}

/** An object with a member of the same shape for each name. */
/* @__NO_SIDE_EFFECTS__ */
export function each<const Name extends string, S extends Shape>(
  names: readonly Name[],
  value: S,
): { [Member in Name]: S } {
  return Object.fromEntries(names.map((name) => [name, value])) as { [Member in Name]: S };
}

/** An object with these names. */
/* @__NO_SIDE_EFFECTS__ */
export function recordOf<const Name extends string, T>(
  names: readonly Name[],
  value: Shape<T>,
): Shape<Record<Name, T>> {
  return typed(object(each(names, value)));
}

/* @__NO_SIDE_EFFECTS__ */
export function list<S extends Shape>(items: S, limits: Limits = {}): ListShape<S> {
  return typed({ type: 'array', items, ...limits });
}

/* @__NO_SIDE_EFFECTS__ */
export function text(limits: Limits = {}): Shape<string> {
  return typed({ type: 'string', ...limits });
}

/* @__NO_SIDE_EFFECTS__ */
export function number(limits: Limits = {}): Shape<number> {
  return typed({ type: 'number', ...limits });
}

/* @__NO_SIDE_EFFECTS__ */
export function integer(limits: Limits = {}): Shape<number> {
  return typed({ type: 'integer', ...limits });
}

/** A whole number of at least 0. */
/* @__NO_SIDE_EFFECTS__ */
export function count(limits: Limits = {}): Shape<number> {
  return integer({ minimum: 0, ...limits });
}

/* @__NO_SIDE_EFFECTS__ */
export function boolean(limits: Limits = {}): Shape<boolean> {
  return typed({ type: 'boolean', ...limits });
}

/** One of these texts. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Word extends string>(words: readonly Word[]): Shape<Word> {
  return typed({ type: 'string', enum: words });
}

/** This value only. */
/* @__NO_SIDE_EFFECTS__ */
export function exactly<const T extends string | number | boolean>(value: T): Shape<T> {
  return typed({ type: typeof value as 'boolean', enum: [value] });
}

/** Any JSON value; with a type argument, one whose members are not described. */
/* @__NO_SIDE_EFFECTS__ */
export function anything<T = unknown>(): Shape<T> {
  return typed({});
}

/** An object whose members are not described. */
/* @__NO_SIDE_EFFECTS__ */
export function open<T = Record<string, unknown>>(): Shape<T> {
  return typed({ type: 'object' });
}

/* @__NO_SIDE_EFFECTS__ */
export function anyOf<S extends readonly Shape[]>(...shapes: S): Shape<Infer<S[number]>> {
  return typed({ anyOf: shapes });
}

/** A text or a number, for example. */
/* @__NO_SIDE_EFFECTS__ */
export function scalar<T extends string | number | boolean | null>(
  ...types: ('string' | 'number' | 'boolean' | 'null')[]
): Shape<T> {
  return typed({ type: types });
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  const types = shape.type === undefined ? [] : [shape.type].flat();

  return typed({
    ...shape,
    type: [...types, 'null'],
    ...(shape.enum && { enum: [...shape.enum, null] }),
  });
}

/** A member that may be missing. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<S extends Shape>(shape: S): S & IsOptional {
  return { ...shape, optional: true };
}

/** A member that may be missing; null is the same. */
/* @__NO_SIDE_EFFECTS__ */
export function orNothing<T>(shape: Shape<T>): Shape<T | null> & IsOptional {
  return typed({ ...shape, optional: true, nothing: true });
}

/** What a client reads instead of an invalid or missing value. */
/* @__NO_SIDE_EFFECTS__ */
export function fallback<S extends Shape>(shape: S, value: unknown): S {
  return { ...shape, fallback: value };
}

/** The same shape; `ref<Edit>(edit)` shows its type under its name. */
/* @__NO_SIDE_EFFECTS__ */
export function ref<T>(shape: Shape<T>): Shape<T> {
  return shape;
}

/** A shape that contains itself. */
/* @__NO_SIDE_EFFECTS__ */
export function recursive<T>(shape: () => JsonSchema): Shape<T> {
  return typed({ type: 'object', recursive: shape });
}
