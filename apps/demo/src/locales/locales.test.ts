import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderStatuses } from '../data/orderStatuses.ts';
import { shop } from '../index.ts';
import { shippingMethod } from '../tables/shippingMethods.ts';
import arabic from './ar.json' with { type: 'json' };
import { countryNames } from './countryNames.ts';
import german from './de.json' with { type: 'json' };
import spanish from './es.json' with { type: 'json' };
import french from './fr.json' with { type: 'json' };
import romanian from './ro.json' with { type: 'json' };

const folder = join(import.meta.dirname, '../..');
/** The texts of the service, its pages and the table component. */
const known = [
  'service/src/modules/users/locales/templates',
  'table-vue/src/i18n',
  'service/pages/src/i18n',
].map((texts): object => JSON.parse(readFileSync(join(folder, '../../packages', texts, 'de.json'), 'utf8')));

/** Texts that neither the shop nor the service has in German. */
const missing = (texts: readonly string[]) =>
  texts.filter((text) => ![german, ...known].some((dictionary) => Object.hasOwn(dictionary, text)));

/** Every label, tooltip and message of a template. */
function written(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    ['label', 'tooltip', 'message'].includes(key) && typeof member === 'string' ? [member] : written(member),
  );
}

it('has every text of the templates, statuses, shipping methods and the menu', () => {
  const templates = globSync('src/tables/*.json', { cwd: folder }).flatMap((file) =>
    written(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  const menu = Object.values(shop.menu ?? {}).flatMap(({ label, about }) =>
    [label, about].filter((text) => text != null),
  );
  const methods = [0, 499, 999, 1000].map((cents) => shippingMethod(cents).name);
  expect(templates.length).toBeGreaterThan(25);
  expect(missing([...templates, ...Object.values(orderStatuses), ...menu, ...methods])).toEqual([]);
});

it('has every text of the pages', () => {
  const texts = globSync('pages/**/*.vue', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\btranslate\(\s*'((?:\\.|[^'\\])*)'/g)].map(
      ([, text = '']) => text,
    ),
  );
  expect(texts.length).toBeGreaterThan(20);
  expect(missing(texts)).toEqual([]);
});

it('has every message of refused edits', () => {
  const texts = globSync('src/tables/*.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/new TableError\('[\w.]+', '([^']+)'/g)].map(
      ([, text = '']) => text,
    ),
  );
  expect(texts.length).toBeGreaterThan(0);
  expect(missing(texts)).toEqual([]);
});

it.each([french, spanish, romanian, arabic])('has the same texts in every other language', (texts) => {
  expect(Object.keys(texts).sort()).toEqual(Object.keys(german).sort());
});

it('has the countries of the database in every language', () => {
  expect(countryNames('de')).toMatchObject({
    Germany: 'Deutschland',
    Romania: 'Rumänien',
    'United States': 'Vereinigte Staaten',
  });
  for (const texts of Object.values(shop.locales ?? {})) expect(texts).toHaveProperty('Romania');
});
