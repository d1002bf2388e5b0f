import { Value } from 'typebox/value';

/** Returns the fault of a value by a definition's schema; null for a valid one. Loaded when a schema is used. */
export function schemaFault(schema: object, value: unknown): string | null {
  if (Value.Check(schema, value)) return null;

  return Value.Errors(schema, value)[0]?.message ?? 'the value does not match the schema';
}
