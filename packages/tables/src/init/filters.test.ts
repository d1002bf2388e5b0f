import { describe, expect, it } from 'vitest';
import { defaultTableConfig } from '../template/defaultTableConfig.ts';
import { resolveTemplate } from '../template/resolveTemplate.ts';
import type { TemplateInput } from '../template/schema.ts';
import { validateTemplate } from '../template/validateTemplate.ts';
import { buildInit, initMeta } from './buildInit.ts';

const column = {
  label: 'Status',
  name: 'status',
  data: 'orders.status',
  enum: 'states',
  meta: ['filterable'],
};
const template = (filter: object, more: object = {}) => ({
  routePrefix: 'orders',
  columns: [{ ...column, ...more }],
  filters: [{ label: 'Status', data: 'orders.status', ...filter }],
});
const faultsOf = (input: unknown) => validateTemplate(input).map(({ path, code }) => `${path} ${code}`);

describe('filters', () => {
  it('have the type of a filterable column with the same data', () => {
    const select = { type: 'select', route: 'states.options' };

    expect(faultsOf(template(select))).toEqual(['filters[0].type conflict']);
    expect(faultsOf(template(select, { meta: [] }))).toEqual([]);
    expect(faultsOf(template({ type: 'enum', enum: 'states' }))).toEqual([]);
  });

  it('accept options for clients only', () => {
    const more = {
      selectLabel: 'name',
      translated: true,
      params: { a: 1 },
      pivotParams: { b: {} },
      custom: true,
    };
    const own = { type: 'enum', enum: 'states', ...more, slot: 'states', value: '1' };
    const input = template(own);

    expect(faultsOf(input)).toEqual([]);
    const resolved = resolveTemplate(input as TemplateInput, defaultTableConfig);
    expect(resolved.filters[0]).toMatchObject({ value: '1', passedOn: { ...more, slot: 'states' } });
  });

  it('contain the labels of an enumeration, as columns do', () => {
    const input = template({ type: 'enum', enum: 'states' });
    const resolved = resolveTemplate(input as TemplateInput, defaultTableConfig);
    const states = { '10': 'Ready', '2': 'Sent', lost: 'Lost' };
    const { filters, columns } = buildInit(resolved, defaultTableConfig, {
      routes: { find: () => null, names: () => [] },
      readPath: '/orders/tableData',
      timeZone: 'UTC',
      mayUse: () => true,
      enums: { states },
    }).template;

    expect(filters?.[0]?.enum).toEqual(states);
    expect(filters?.[0]?.enum).toEqual(columns[0]?.enum);
  });

  it('may have any database type next to a column without its own type', () => {
    const beside = (filter: object) => faultsOf(template(filter, { enum: undefined }));

    for (const type of ['number', 'date', 'boolean', 'string']) expect(beside({ type })).toEqual([]);
    expect(beside({ type: 'enum', enum: 'states' })).toEqual(['filters[0].type conflict']);
  });

  it('are a reason for a filter menu, also without a filterable column', () => {
    const resolve = (input: unknown) => resolveTemplate(input as TemplateInput, defaultTableConfig);
    const input = template({ type: 'string' }, { meta: [] });

    expect(initMeta(resolve(input), defaultTableConfig).filterable).toBe(true);
    expect(initMeta(resolve({ ...input, filters: [] }), defaultTableConfig).filterable).toBe(false);
  });
});

it.each([
  ['desc', 'DESC'],
  ['Asc', 'ASC'],
  ['DESC', 'DESC'],
])('accepts the default sort direction %s', (written, direction) => {
  const input = { routePrefix: 'orders', columns: [column], defaultSortDirection: written };

  expect(faultsOf(input)).toEqual([]);
  const resolved = resolveTemplate(input as TemplateInput, defaultTableConfig);
  expect(resolved.defaultSortDirection).toBe(direction);
});

it.each(['always', 'never', 'production', true, false])('accepts templateCache %s', (templateCache) => {
  expect(faultsOf({ routePrefix: 'orders', columns: [column], templateCache })).toEqual([]);
});
