import type { Operation, Schema } from './fuzzedOperations.fixture.ts';

/** A field whose size the schema of its operation limits. */
export interface LimitedField {
  readonly method: string;
  readonly path: string;
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
  readonly limit: number;
  readonly kind: 'maxLength' | 'maximum' | 'maxItems';
  readonly schema: LimitedSchema;
  /** Schema of the whole body. */
  readonly body: Schema | null;
}

interface LimitedSchema extends Schema {
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

const kinds = ['maxLength', 'maximum', 'maxItems'] as const;

export function limitedFields({ method, path, parameters, body }: Operation): LimitedField[] {
  const places = [
    ...parameters.map(({ in: place, name, schema }) => ({ in: place, name, schema })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({ in: 'body', name, schema })),
  ];

  return places.flatMap(({ in: place, name, schema }) =>
    kinds.flatMap((kind) => {
      const limited: LimitedSchema = schema ?? {};
      const limit = limited[kind];

      return limit === undefined
        ? []
        : [{ method, path, in: place as LimitedField['in'], name, limit, kind, schema: limited, body }];
    }),
  );
}

/** A request in which the field has the maximum size of its schema, plus `more`. */
export function atLimit(
  field: LimitedField,
  more: number,
): { readonly path: string; readonly body: object | null } {
  const { in: place, name, path, method } = field;
  const value = largeValue(field, more);
  const address = path.replaceAll(/\{(\w+)\}/g, (_, part) =>
    place === 'path' && part === name ? `${value}` : '1',
  );

  return {
    path: place === 'query' ? `${address}?${name}=${value}` : address,
    body: place === 'body' ? { [name]: value } : method === 'GET' ? null : {},
  };
}

function largeValue({ kind, limit, schema, name }: LimitedField, more: number): unknown {
  const size = limit + more;
  if (kind === 'maximum') return size;
  if (kind === 'maxItems') return Array.from({ length: size }, (_, n) => itemOf(schema.items, n));

  return /email/i.test(name) ? `${'a'.repeat(size - 12)}@example.com` : 'x'.repeat(size);
}

function itemOf(items: Schema | undefined, n: number): unknown {
  const type = [items?.type].flat()[0];
  if (type === 'integer' || type === 'number') return n + 1;

  return type === 'object' ? {} : `x${n}`;
}
