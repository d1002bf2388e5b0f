import { metaTags } from '@rowhouse/table-protocol/internal';
import { describe, expect, it } from 'vitest';
import { type ValidationOptions, validateTemplate } from '../validateTemplate.ts';

const plain = { label: 'Number', name: 'number', data: 'orders.number' };
const withColumn = (column: object) => ({ routePrefix: 'orders', columns: [column] });

function faultsOf(input: unknown, options?: ValidationOptions): string[] {
  return validateTemplate(input, options).map(({ path, code }) => `${path} ${code}`);
}

describe('columns', () => {
  it.each(metaTags)('may be tagged %s', (tag) => {
    const meta = tag === 'facet' ? ['filterable', tag] : [tag];
    expect(faultsOf(withColumn({ ...plain, meta }))).toEqual([]);
  });

  it('have a facet only if they are filterable texts that are shown', () => {
    const facet = (column: object) =>
      faultsOf(withColumn({ ...plain, meta: ['filterable', 'facet'], ...column }));

    expect(facet({ meta: ['facet'] })).toEqual(['columns[0].meta[0] no_effect']);
    expect(facet({ meta: ['filterable', 'facet', 'rogue'] })).toEqual(['columns[0].meta[1] conflict']);
    expect(facet({ meta: ['filterable', 'facet', 'date'] })).toEqual(['columns[0].meta[1] conflict']);
    expect(facet({ resource: 'masked' })).toEqual(['columns[0].meta[1] conflict']);
    expect(facet({ money: {} })).toEqual(['columns[0].meta[1] conflict']);
    expect(facet({ enum: 'kind' })).toEqual([]);
  });

  it('are important only if they are drawn', () => {
    const important = (...meta: string[]) => faultsOf(withColumn({ ...plain, meta: ['important', ...meta] }));

    expect(important('notVisible')).toEqual([]);
    expect(important('rogue')).toEqual(['columns[0].meta[0] no_effect']);
    const [misspelt] = validateTemplate(withColumn({ ...plain, meta: ['importent'] }));
    expect(misspelt?.remedy).toContain('important');
  });

  it('are grouped by only if they are of the query, and shown', () => {
    const groupable = (column: object) => faultsOf(withColumn({ ...plain, meta: ['groupable'], ...column }));

    expect(groupable({})).toEqual([]);
    expect(groupable({ meta: ['groupable', 'rogue'] })).toEqual(['columns[0].meta[0] conflict']);
    expect(groupable({ resource: 'masked' })).toEqual(['columns[0].meta[0] conflict']);
    expect(groupable({ name: 'group.name' })).toEqual(['columns[0].meta[0] nested']);
    const [misspelt] = validateTemplate(withColumn({ ...plain, meta: ['groupeable'] }));
    expect(misspelt?.remedy).toContain('groupable');
  });

  it.each(['label', 'name', 'data'])('need "%s"', (option) => {
    const { [option]: _, ...column } = plain as Record<string, string>;
    expect(faultsOf(withColumn(column))).toEqual([`columns[0].${option} missing`]);
  });

  it('need no data with a nested name, and must not be searched or sorted', () => {
    const nested = { label: 'Group', name: 'group.name' };
    expect(faultsOf(withColumn(nested))).toEqual([]);
    const [searchable, sortable] = validateTemplate(
      withColumn({ ...nested, meta: ['searchable', 'sortable'] }),
    );
    expect(searchable).toMatchObject({ path: 'columns[0].meta[0]', code: 'nested' });
    expect(searchable!.remedy).toContain('join');
    expect(searchable!.remedy).toContain('data');
    expect(sortable).toMatchObject({ path: 'columns[0].meta[1]', code: 'nested' });
    expect(faultsOf(withColumn({ ...nested, data: 'groups.name', meta: ['sortable'] }))).toEqual([
      'columns[0].meta[0] nested',
    ]);
    expect(faultsOf(withColumn({ ...nested, meta: ['total'] }))).toEqual(['columns[0].meta[0] nested']);
  });

  it('need no data when the definition computes them in SQL, and can be searched then', () => {
    const column = { label: 'Sum', name: 'sum', meta: ['searchable', 'sortable', 'total', 'filterable'] };
    expect(faultsOf(withColumn(column), { expressions: ['sum'] })).toEqual([]);
  });

  it.each([
    ['appended', { appends: ['x'] }, { label: 'X', name: 'x' }],
    ['tagged method', {}, { label: 'X', name: 'x', meta: ['method'] }],
    ['turned by a resource', {}, { label: 'X', name: 'x', resource: 'card' }],
  ])('need no data if they are %s, and cannot be sorted', (_, options, column) => {
    const meta = (column as { meta?: string[] }).meta ?? [];
    expect(faultsOf({ ...withColumn(column), ...options })).toEqual([]);
    expect(faultsOf({ ...withColumn({ ...column, meta: [...meta, 'sortable'] }), ...options })).toEqual([
      `columns[0].meta[${meta.length}] conflict`,
    ]);
  });

  it.each(['number', 'a.b.c', 'orders.', 'orders. number'])('refuse the data %s', (data) => {
    expect(faultsOf(withColumn({ ...plain, data }))).toEqual(['columns[0].data malformed']);
  });

  it.each([
    ['sort:ASC', 'sort:DESC'],
    ['date', 'datetime'],
    ['total', 'rawTotal'],
    ['total', 'average'],
    ['date', 'boolean'],
  ])('cannot be tagged %s and %s together', (first, second) => {
    expect(faultsOf(withColumn({ ...plain, meta: [first, second] }))).toEqual([
      'columns[0].meta[1] conflict',
    ]);
  });

  it.each(['date', 'datetime', 'boolean'])('tagged %s have no total and no number format', (tag) => {
    expect(faultsOf(withColumn({ ...plain, meta: [tag, 'total'], money: {} }))).toEqual([
      'columns[0].meta[1] conflict',
      'columns[0].money conflict',
    ]);
    expect(faultsOf(withColumn({ ...plain, meta: [tag, 'rawTotal'] }))).toEqual([]);
  });

  it('cannot have a total with an enumeration', () => {
    expect(faultsOf(withColumn({ ...plain, enum: 'kind', meta: ['total'] }))).toEqual([
      'columns[0].meta[0] conflict',
    ]);
  });

  it('have money or number, not both', () => {
    expect(faultsOf(withColumn({ ...plain, money: {}, number: {} }))).toEqual(['columns[0].number conflict']);
  });

  it('have a date format only when they are dates', () => {
    expect(faultsOf(withColumn({ ...plain, dateFormat: 'Y' }))).toEqual(['columns[0].dateFormat no_effect']);
    expect(faultsOf(withColumn({ ...plain, dateFormat: 'Y', meta: ['datetime'] }))).toEqual([]);
  });

  it('name existing enumerations and resources', () => {
    const column = { ...plain, enum: 'kind', resource: 'card' };
    expect(faultsOf(withColumn(column), { enums: [], resources: [] })).toEqual([
      'columns[0].enum unknown_name',
      'columns[0].resource unknown_name',
    ]);
    expect(faultsOf(withColumn(column))).toEqual([]);
  });

  it.each([-1, 21, 1.5])('have no precision of %d', (precision) => {
    expect(faultsOf(withColumn({ ...plain, money: { precision } }))[0]).toMatch(
      /^columns\[0\]\.money\.precision /,
    );
  });

  it('are required', () => {
    expect(faultsOf({ routePrefix: 'orders', columns: [] })).toEqual(['columns out_of_range']);
  });
});
