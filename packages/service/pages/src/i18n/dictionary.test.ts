import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultTableConfig } from '../../../../tables/src/template/defaultTableConfig.ts';
import { templates } from '../../../src/modules/users/locales/de.ts';
import { filterBuilder } from './de/filterBuilder.ts';
import { pages } from './de/pages.ts';
import { table } from './de/table.ts';
import { dictionary } from './de.ts';

const root = join(import.meta.dirname, '../../../../..');
const component = 'packages/{table-client,table-vue}/src/**/*.{ts,vue}';
const ownPages = 'packages/service/pages/src/**/*.{ts,vue}';

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
    .filter((text) => /^[A-Z][a-z]+ .*[a-z.?]$/.test(text) || /(^|[^$])\{\w+\}/.test(text));
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

/** Texts that German does not have. */
const missing = (texts: readonly string[]) =>
  [...new Set(texts)].filter((text) => !Object.hasOwn(dictionary, text)).sort();

describe('German', () => {
  it('has every text of the component and of the pages', () => {
    expect(translated(component).length).toBeGreaterThan(80);
    expect(missing([...translated(component), ...sentences(component)])).toEqual([]);
    expect(translated(ownPages).length).toBeGreaterThan(80);
    expect(missing([...translated(ownPages), ...sentences(ownPages)])).toEqual([]);
  });

  it('has every text of the templates and their defaults', () => {
    const files = globSync('packages/service/src/modules/*/*/*.json', { cwd: root });
    const texts = files.flatMap((file) => written(JSON.parse(readFileSync(join(root, file), 'utf8'))));
    expect(texts.length).toBeGreaterThan(10);
    const { labels, buttons } = defaultTableConfig;
    const defaults = [labels.actions, ...written({ create: buttons.global.create, row: buttons.row })];
    expect(missing([...texts, ...defaults])).toEqual([]);
  });

  it('has the placeholders of the English text in each', () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [english, german] of Object.entries(dictionary)) {
      expect([english, placeholders(german)]).toEqual([english, placeholders(english)]);
    }
  });

  it('says one thing for one text', () => {
    for (const [text, german] of Object.entries({ ...templates, ...table, ...filterBuilder, ...pages })) {
      for (const part of [templates, table, filterBuilder, pages] as Record<string, string>[]) {
        if (Object.hasOwn(part, text)) expect([text, part[text]]).toEqual([text, german]);
      }
    }
  });
});
