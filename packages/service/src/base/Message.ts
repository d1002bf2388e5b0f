import type { Static, TSchema } from 'typebox';

/** What a route sends or receives, by its schema. Readonly on every level. */
export type Message<Schema extends TSchema> = Readable<Static<Schema>>;

type Readable<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Readable<Value[Name]> }
  : Value;
