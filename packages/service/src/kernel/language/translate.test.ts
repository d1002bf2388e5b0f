import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import tableJobs from '../../modules/tableJobs/locales/de.json' with { type: 'json' };
import { createTranslate, translateFor } from './translate.ts';

const translate = createTranslate({ de: { ...tableJobs, 'An export is ready': 'Ein Export ist fertig' } });

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

  it('uses plural forms for a count', () => {
    const root = join(import.meta.dirname, '../../../');
    const files = globSync(['src/{kernel,modules}/**/*.ts', 'pages/src/**/*.{ts,vue}'], { cwd: root });
    const found = files
      .filter((file) => !/\.test\.ts$/.test(file))
      .flatMap(
        (file) =>
          readFileSync(join(root, file), 'utf8').match(
            /.*\{(rows|processed|total|entries|calls)\} [a-z]+s\b.*/g,
          ) ?? [],
      );
    expect(found).toEqual([]);
  });

  it('translates a parameter that is a text itself, and formats a moment', () => {
    const reader = { language: 'de', timeZone: 'Europe/Berlin', datetimeFormat: 'd.m.Y H:i', translate };
    const parameters = {
      plain: 'An export is ready',
      phrase: { text: 'An export is ready' },
      counted: { text: 'It was applied to {processed} {processed|row|rows}.', parameters: { processed: 1 } },
      outside: { text: 'Parcel {name} is lost {processed}' },
      at: { instant: '2026-07-01T10:00:00Z' },
    };

    expect(translateFor(reader, '{plain}, {phrase}, {counted} {outside}, {at}', parameters)).toBe(
      'An export is ready, Ein Export ist fertig, Sie wurde für 1 Zeile ausgeführt. ' +
        'Parcel {name} is lost {processed}, 01.07.2026 12:00 (Europe/Berlin)',
    );
  });

  it('inserts parameters literally, even if they look like placeholders', () => {
    const parameters = { name: '{count} {name} $& $1', count: 'An export is ready' };
    expect(translate('de', '{name}: {count} {missing} {toString}', parameters)).toBe(
      '{count} {name} $& $1: An export is ready {missing} {toString}',
    );
  });
});
