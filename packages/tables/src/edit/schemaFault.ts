import { say, type Text } from '@rowhouse/problems';
import { describeSchemaFault } from '@rowhouse/problems/internal';
import { Value } from 'typebox/value';

/**
 * Why a schema refuses a value, as the end of a sentence: `must be 3 or more`; null for a valid one. Loaded when a schema is
 * used.
 */
export function schemaFault(schema: object, value: unknown): Text | null {
  if (Value.Check(schema, value)) return null;
  const faults = Value.Errors(schema, value);
  const fault = faults.find((each) => !isOfNull(each) && !combining.has(each.keyword)) ?? faults[0];

  const path = fault?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const text = describeSchemaFault({
    keyword: 'unknown',
    ...fault,
    data: path === '' ? value : undefined,
    parentSchema: fault ? schemaAt(schema, fault.schemaPath) : {},
  });

  return path === '' ? text : say`${path}: ${text}`;
}

const combining = new Set(['anyOf', 'oneOf', 'allOf']);

/** Of a choice between null and something else, the other branch says what is wrong. */
function isOfNull({ keyword, params }: { readonly keyword: string; readonly params: object }): boolean {
  return keyword === 'type' && 'type' in params && params.type === 'null';
}

/** The part of a schema that a path such as `#/anyOf/1` names. */
function schemaAt(schema: object, path: string): { readonly description?: string } {
  return path
    .split('/')
    .slice(1)
    .reduce<object>((part, name) => {
      const inner: unknown = Reflect.get(part, name);

      return inner instanceof Object ? inner : {};
    }, schema);
}
