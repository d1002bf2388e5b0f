import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { RouteRegistry } from '../RouteRegistry.ts';
import { checkSchema, type SchemaNode, schemaNode } from './checkSchema.ts';
import { dataPattern, pathPattern } from './columnSchema.ts';
import { defaultTableConfig } from './defaultTableConfig.ts';
import example from './example.template.json' with { type: 'json' };
import { resolveTemplate } from './resolveTemplate.ts';
import { type TemplateInput, templateSchema } from './schema.ts';
import { validateTemplate } from './validateTemplate.ts';

const published = JSON.parse(
  readFileSync(new URL('../../table-template.schema.json', import.meta.url), 'utf8'),
);

type Path = readonly (string | number)[];

/** Every place in a JSON value, as the keys that lead there. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...members.flatMap(([key, member]) => placesIn(member, [...path, key]))];
}

const removed = Symbol('removed');

function changed(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement === removed ? {} : replacement;
  if (typeof value !== 'object' || value === null) return value;
  // JSON has no lists with gaps, which an earlier change could make.
  if (Array.isArray(value) && Number(key) > value.length) return value;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
  const member = rest.length === 0 ? replacement : changed(copy[key], rest, replacement);
  if (member !== removed) return Object.assign(copy, { [key]: member });
  if (Array.isArray(copy)) return copy.filter((_, index) => index !== key);
  delete copy[key];
  return copy;
}

/** Words of templates, so that a replacement is often nearly valid. */
const words = [
  'searchable',
  'sort:ASC',
  'date',
  'total',
  'GET',
  'ajax',
  'row',
  'show',
  'orders.number',
  'a.b',
  '',
];
const replacement = fc.oneof(
  fc.constant(removed),
  fc.constantFrom<unknown>(...words, true, false, 0, 1, -1, 2.5, 30, null, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
);
const place = fc.constantFrom(...placesIn(example));
const mutated = fc
  .array(fc.tuple(place, replacement), { minLength: 1, maxLength: 4 })
  .map((changes) =>
    changes.reduce<unknown>((value, [path, member]) => changed(value, path, member), example),
  );

const routes: RouteRegistry = {
  find: (name) => (name.length % 2 === 0 ? { name, path: '/:a/:b', methods: ['get'] } : null),
  names: () => ['shop.orders.rows', 'shop.orders.destroy'],
};

describe('the validator', () => {
  it('never throws for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(Array.isArray(validateTemplate(json))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws on a template with any change, and what it accepts can be resolved', () => {
    let accepted = 0;
    fc.assert(
      fc.property(mutated, (json) => {
        validateTemplate(json, { routes, requiredRoutes: ['shop.orders.rows'], enums: [], resources: [] });
        if (validateTemplate(json).length > 0) return;
        accepted++;
        const template = resolveTemplate(json as TemplateInput, defaultTableConfig);
        expect(template.columns.length).toBeGreaterThan(0);
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('agrees with TypeBox and with the published schema', () => {
    const validate = new Ajv({ strict: false, validateSchema: false }).compile(published);
    fc.assert(
      fc.property(fc.oneof(mutated, fc.jsonValue()), (json) => {
        const wellFormed = checkSchema(schemaNode(templateSchema), json).faults.length === 0;
        expect(Value.Check(templateSchema, json)).toBe(wellFormed);
        expect(validate(json)).toBe(wellFormed);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the schema', () => {
  /** The words of JSON Schema that `checkSchema` obeys, and those that say nothing about a value. */
  const known = new Set(
    [
      ['$schema', '$id', 'title', 'description', 'default', 'enumDescriptions', 'patternErrorMessage'],
      [
        'type',
        'enum',
        'anyOf',
        'properties',
        'patternProperties',
        'required',
        'additionalProperties',
        'items',
      ],
      ['minItems', 'uniqueItems', 'minimum', 'maximum', 'minLength', 'pattern'],
    ].flat(),
  );

  function nodesIn(node: SchemaNode): SchemaNode[] {
    const below = [
      ...Object.values(node.properties ?? {}),
      ...(node.anyOf ?? []),
      ...(node.items ? [node.items] : []),
    ];
    return [node, ...below.flatMap(nodesIn)];
  }

  it('uses no word that the validator does not obey', () => {
    const used = nodesIn(published).flatMap((node) => Object.keys(node));
    expect(used.filter((word) => !known.has(word))).toEqual([]);
  });

  it('describes every option, refuses unknown ones, and has a type everywhere', () => {
    for (const node of nodesIn(published)) {
      expect(node.type ?? node.anyOf).toBeDefined();
      if (node.properties === undefined) continue;
      expect(node.additionalProperties).toBe(false);
      for (const option of Object.values(node.properties)) expect(option.description).toMatch(/\S/);
    }
  });

  it('is published as in the source', () => {
    const { $schema: _, $id: __, ...schema } = published;
    // In a folder of templates, data may also be a path: the published schema has to accept both.
    const pattern = (key: string, value: unknown) =>
      key === 'pattern' && value === dataPattern.pattern ? pathPattern : value;
    expect(schema).toEqual(JSON.parse(JSON.stringify(templateSchema, pattern)));
  });
});
