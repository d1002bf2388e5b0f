import type { FilterFacet } from '@rowhouse/table-client/internal';
import { describe, expect, test } from 'vitest';
import { countedOptions, disambiguated, facetKeys, spokenOption, textOptions } from './facetOptions.ts';

const options = ['new', 'paid', 'sent'].map((key) => ({ key, label: key.toUpperCase() }));
const facet = (more = 0): FilterFacet => ({
  status: 'ready',
  values: [
    { value: 'sent', label: 'SENT', count: 1204 },
    { value: null, label: null, count: 7 },
    { value: 'new', label: 'NEW', count: 1 },
  ],
  more,
});
const translate = (text: string, params: object = {}) => `${text} ${JSON.stringify(params)}`;

describe('the options of a filter', () => {
  test('are sorted as the server has them, with their counts, and with 0 where no row has them', () => {
    expect(countedOptions(options, facet(), facetKeys(facet()))).toEqual([
      { key: 'sent', label: 'SENT', count: 1204 },
      { key: 'new', label: 'NEW', count: 1 },
      { key: 'paid', label: 'PAID', count: 0 },
    ]);
  });

  test('have no count where the server lists the most frequent values only', () => {
    expect(countedOptions(options, facet(3), facetKeys(facet())).at(2)).toEqual({
      key: 'paid',
      label: 'PAID',
    });
  });

  test('stay where they are without an order', () => {
    expect(countedOptions(options, facet(), []).map(({ key, count }) => [key, count])).toEqual([
      ['new', 1],
      ['paid', 0],
      ['sent', 1204],
    ]);
  });

  test.each(['loading', 'uncounted', 'failed'] as const)('have no counts while they are %s', (status) => {
    expect(countedOptions(options, { status, values: [], more: 0 }, [])).toEqual(options);
    expect(countedOptions(options, undefined, [])).toEqual(options);
  });

  test('of one label have their keys, and others do not', () => {
    const named = ['Ewa Bąk', 'Adam', 'Ewa Bąk'].map((label, index) => ({ key: String(index + 7), label }));

    expect(disambiguated(named).map(({ label }) => label)).toEqual(['Ewa Bąk (7)', 'Adam', 'Ewa Bąk (9)']);
    expect(disambiguated(disambiguated(named))).toEqual(disambiguated(named));
  });

  test('are announced with their counts', () => {
    const said = spokenOption({ key: 'sent', label: 'SENT', count: 1204 }, translate);
    expect(said).toBe('{option}, {count|# row|# rows} {"option":"SENT","count":1204}');
    expect(spokenOption({ key: 'new', label: 'NEW' }, translate)).toBeUndefined();
  });

  test('of a text column are its values that contain the typed text', () => {
    const keys = (typed: string) => textOptions(facet(), typed).map(({ key }) => key);
    expect(keys('')).toEqual(['sent', 'new']);
    expect(keys(' NE')).toEqual(['new']);
    expect(keys('x')).toEqual([]);
  });
});
