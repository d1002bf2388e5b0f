import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pluralCategories } from '@rowhouse/table-protocol/internal';
import { loadTexts, spokenLanguage } from '@rowhouse/table-vue/texts';
import { describe, expect, it } from 'vitest';
import { defaultTableConfig } from '../../../../tables/src/template/defaultTableConfig.ts';
import type { Dictionary } from './translate.ts';

const root = join(import.meta.dirname, '../../../../..');
const component = 'packages/{table-client,table-vue}/src/**/*.{ts,vue}';
const ownPages = 'packages/service/pages/src/**/*.{ts,vue}';
const templates = 'packages/service/src/modules/*/{table,logs}/*.json';

/** Every literal text that the sources give to `translate`. */
function translated(pattern: string): string[] {
  const calls = /\b(?:translate|say)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return sources(pattern).flatMap((source) => [...source.matchAll(calls)].map(([, , text = '']) => text));
}

/** Literals that read like a sentence or have a placeholder: texts that reach `translate` by another way. */
function sentences(pattern: string): string[] {
  const literals = /'((?:\\.|[^'\\\n])*)'/g;
  return sources(pattern)
    .flatMap((source) => [...source.matchAll(literals)].map(([, text = '']) => text))
    .filter((text) => /^[A-Z][a-z]+ .*[a-z.?]$/.test(text) || /(^|[^$\w])\{[a-z]\w*[|}]/.test(text));
}

function sources(pattern: string): string[] {
  return globSync(pattern, { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$|i18n/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));
}

/** Every label, tooltip and message of a template. */
function written(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    ['label', 'tooltip', 'message', 'actions'].includes(key) && typeof member === 'string'
      ? [member]
      : written(member),
  );
}

/** What the templates of the service's tables and the defaults of all tables say. */
function templateTexts(): string[] {
  const files = globSync(templates, { cwd: root });
  const texts = files.flatMap((file) => written(JSON.parse(readFileSync(join(root, file), 'utf8'))));
  const { labels, buttons } = defaultTableConfig;

  return [
    ...texts,
    labels.actions,
    ...written({ create: buttons.global.create, import: buttons.global.import, row: buttons.row }),
  ];
}

/** Texts that a language does not have. */
const missing = (texts: readonly string[], dictionary: Dictionary) =>
  [...new Set(texts)].filter((text) => !Object.hasOwn(dictionary, text)).sort();

/** The names of the parameters of a text, and of its plurals. */
const parameters = (text: string) => [...new Set(text.match(/\{\w+/g))].sort();

/** The number of forms of each plural of a text. */
const forms = (text: string) =>
  [...text.matchAll(/\{\w+((?:\|(?:[^{}|]|\{\w+\})*)+)\}/g)].map(
    ([, list = '']) => list.split('|').length - 1,
  );

const languages = globSync('packages/service/pages/src/i18n/??.json', { cwd: root }).map((file) =>
  basename(file, '.json'),
);
/** The texts of the pages and of the service's own tables. */
const pagesTexts = (language: string): Dictionary =>
  Object.assign(
    {},
    ...['pages/src/i18n', 'src/modules/users/locales/templates'].map((folder) =>
      JSON.parse(readFileSync(join(root, 'packages/service', folder, `${language}.json`), 'utf8')),
    ),
  );

it('supports the languages of the component', () => {
  const files = globSync('packages/table-vue/src/i18n/??.json', { cwd: root });
  expect(languages.toSorted()).toEqual(files.map((file) => basename(file, '.json')).toSorted());
  expect(languages.map(spokenLanguage)).toEqual(languages);
});

describe.each(languages)('Language %s', (language) => {
  it('has every text of the component', async () => {
    expect(translated(component).length).toBeGreaterThan(80);
    const texts = [...translated(component), ...sentences(component)];
    expect(missing(texts, await loadTexts(language))).toEqual([]);
  });

  it('has every text of the pages, the templates and their defaults', async () => {
    expect(translated(ownPages).length).toBeGreaterThan(80);
    expect(templateTexts().length).toBeGreaterThan(10);
    const texts = [...translated(ownPages), ...sentences(ownPages), ...templateTexts()];
    const dictionary = { ...(await loadTexts(language)), ...pagesTexts(language) };
    expect(missing(texts, dictionary)).toEqual([]);
  });

  it('has no text that German lacks', async () => {
    const keys = async (tag: string) => [
      Object.keys(await loadTexts(tag)).sort(),
      Object.keys(pagesTexts(tag)).sort(),
    ];
    expect(await keys(language)).toEqual(await keys('de'));
  });

  it('has the parameters of the English text in each, and the plural forms of the language', async () => {
    const all = { ...(await loadTexts(language)), ...pagesTexts(language) };
    for (const [english, text] of Object.entries(all)) {
      expect([english, parameters(text)]).toEqual([english, parameters(english)]);
      const expected = forms(text).map(() => pluralCategories(language).length);
      expect([english, forms(text)]).toEqual([english, expected]);
      expect([english, forms(english)]).toEqual([english, forms(english).map(() => 2)]);
    }
  });

  it('has one translation per text', async () => {
    const table = await loadTexts(language);
    const pages = pagesTexts(language);
    const differing = Object.keys(pages).filter((text) => (table[text] ?? pages[text]) !== pages[text]);
    expect(differing).toEqual([]);
  });
});

describe('German', () => {
  it('has no unused text', async () => {
    const used = [component, ownPages, templates, 'packages/{service,tables}/src/**/*.ts']
      .flatMap(sources)
      .join('\n')
      .replaceAll("\\'", "'");
    const all = { ...(await loadTexts('de')), ...pagesTexts('de') };
    expect(Object.keys(all).filter((text) => !used.includes(text))).toEqual([]);
  });
});
