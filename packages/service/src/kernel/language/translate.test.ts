import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createService } from '../../createService.ts';
import { inactiveReason, mailReasons } from '../../modules/notifications/createMailJob.ts';
import { notifications } from '../../modules/notifications/locales/de.ts';
import { tableJobs } from '../../modules/tableJobs/locales/de.ts';
import { templates } from '../../modules/users/locales/de.ts';
import { createTranslate } from './translate.ts';

const dictionary = { ...templates, ...tableJobs, ...notifications };
const { notificationTypes } = createService();
const translate = createTranslate({ de: dictionary });

describe('A text', () => {
  it("is translated, with numbers in the language's format", () => {
    expect(translate('de', 'An export is ready')).toBe('Ein Export ist fertig');
    expect(translate('de-AT', 'An export is ready')).toBe('Ein Export ist fertig');
    expect(translate('en', 'It has {count} rows.', { count: 1_234_567 })).toBe('It has 1,234,567 rows.');
    expect(translate('en', '{a}{b}{c}', { a: 1.5, b: 0, c: 'x' })).toBe('1.50x');
  });

  it('stays English without a translation or in an unknown language', () => {
    for (const language of ['fr', '', 'constructor', '__proto__', 'x-@']) {
      expect(translate(language, 'An export is ready of {count}', { count: 12_000 })).toBe(
        'An export is ready of 12,000',
      );
    }
    expect(translate('de', 'toString')).toBe('toString');
  });

  it('uses the plural forms of the language', () => {
    const text = 'It was applied to {processed} {processed|row|rows}.';
    const of = (language: string, processed: number) => translate(language, text, { processed });
    expect([0, 1, 2, 12_000].map((n) => of('en', n))).toEqual([
      'It was applied to 0 rows.',
      'It was applied to 1 row.',
      'It was applied to 2 rows.',
      'It was applied to 12,000 rows.',
    ]);
    expect([1, 2].map((n) => of('de', n))).toEqual([
      'Sie wurde für 1 Zeile ausgeführt.',
      'Sie wurde für 2 Zeilen ausgeführt.',
    ]);
    const polish = createTranslate({ pl: { '{n} rows': '{n} {n|wiersz|wiersze|wierszy|wiersza}' } });
    expect([1, 3, 5, 1.5].map((n) => polish('pl', '{n} rows', { n }))).toEqual([
      '1 wiersz',
      '3 wiersze',
      '5 wierszy',
      '1,5 wiersza',
    ]);
  });

  it('with a count has plural forms', () => {
    const root = join(import.meta.dirname, '../../../');
    const files = globSync(['src/{kernel,modules}/**/*.ts', 'pages/src/**/*.{ts,vue}'], { cwd: root });
    const found = files
      .filter((file) => !/\.test\.ts$|i18n\/de\/table|locales\/de/.test(file))
      .flatMap(
        (file) =>
          readFileSync(join(root, file), 'utf8').match(
            /.*\{(rows|processed|total|entries|calls)\} [a-z]+s\b.*/g,
          ) ?? [],
      );
    expect(found).toEqual([]);
  });

  it('inserts parameters literally, even if they look like placeholders', () => {
    const parameters = { name: '{count} {name} $& $1', count: 'An export is ready' };
    expect(translate('de', '{name}: {count} {missing} {toString}', parameters)).toBe(
      '{count} {name} $& $1: An export is ready {missing} {toString}',
    );
  });
});

/** Sentences in the sources, except errors, log messages and API descriptions, which stay English. */
function sentences(pattern: string): string[] {
  const modules = join(import.meta.dirname, '../../modules');

  return globSync(pattern, { cwd: modules })
    .filter((file) => !/(\.test|Routes?|Schema|scheduleSweep)\.ts$/.test(file))
    .map((file) =>
      readFileSync(join(modules, file), 'utf8')
        .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        .replace(/'\s*\+\s*'/g, '')
        .replace(/\b(?:ServiceError|StartError|Error|Requeue|log)\([\s\S]*?\);/g, ''),
    )
    .flatMap((source) => [...source.matchAll(/'((?:\\.|[^'\\\n])*)'/g)].map(([, text = '']) => text))
    .filter((text) => /^[A-Z{][\w}]* .*[a-z}.]$/.test(text));
}

describe('German', () => {
  const missing = (texts: readonly string[]) => texts.filter((text) => !Object.hasOwn(dictionary, text));

  it('has every text of notifications', () => {
    expect(missing(Object.values(notificationTypes).map(({ label }) => label))).toEqual([]);
    expect(missing(Object.values(mailReasons).flatMap(({ waiting, failed }) => [waiting, failed]))).toEqual(
      [],
    );
    expect(missing([inactiveReason])).toEqual([]);
  });

  it('has every text of exports and actions', () => {
    const texts = sentences('tableJobs/{,exports/,actions/}*.ts');
    expect(texts.length).toBeGreaterThan(20);
    expect(missing(texts)).toEqual([]);
  });

  it('has the placeholders of the English text in each text', () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [english, german] of Object.entries(dictionary)) {
      expect([english, placeholders(german)]).toEqual([english, placeholders(english)]);
    }
  });
});
