import type { JsonSchema, JsonType } from './JsonSchema.ts';

/** Whether a value is what a shape describes. Members that an object does not describe are ignored. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.nothing && value === null) return true;
  if (schema.recursive) return fits(schema.recursive(), value);
  if (schema.anyOf) return schema.anyOf.some((one) => fits(one, value));
  if (schema.enum) return schema.enum.includes(value);
  if (schema.type === undefined) return true;

  return [schema.type].flat().some((type) => fitsType(schema, type, value));
}

function fitsType(schema: JsonSchema, type: JsonType, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string' && fitsText(schema, value);
    case 'number':
      return typeof value === 'number' && isBetween(value, schema.minimum, schema.maximum);
    case 'integer':
      return Number.isSafeInteger(value) && isBetween(Number(value), schema.minimum, schema.maximum);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value) && fitsList(schema, value);
    case 'object':
      return isRecord(value) && fitsObject(schema, value);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBetween(value: number, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY) {
  return value >= minimum && value <= maximum;
}

function fitsText({ minLength, maxLength, pattern }: JsonSchema, value: string): boolean {
  return (
    isBetween(value.length, minLength, maxLength) &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value))
  );
}

function fitsList({ items, minItems, maxItems, uniqueItems }: JsonSchema, value: readonly unknown[]) {
  return (
    isBetween(value.length, minItems, maxItems) &&
    (!items || value.every((entry) => fits(items, entry))) &&
    (!uniqueItems || new Set(value).size === value.length)
  );
}

function fitsObject({ properties = {}, additionalProperties, maxProperties }: JsonSchema, value: object) {
  const given = new Map(Object.entries(value));

  return (
    isBetween(given.size, 0, maxProperties) &&
    Object.entries(properties).every(([name, member]) =>
      given.has(name) ? fits(member, given.get(name)) : member.optional === true,
    ) &&
    (!additionalProperties || [...given.values()].every((entry) => fits(additionalProperties, entry)))
  );
}
