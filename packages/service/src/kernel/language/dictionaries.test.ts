import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallFaultCode, callFaults, callFaultText } from '@rowhouse/integrations';
import { pluralCategories } from '@rowhouse/table-protocol';
import { describe, expect, it } from 'vitest';
import { createService } from '../../definition/createService.ts';
import { failureContent } from '../../modules/apiCalls/failureNotices.ts';
import { mailReasons } from '../../modules/notifications/mailReasons.ts';
import { kernelTexts } from './kernelTexts.ts';
import type { Dictionary } from './translate.ts';

const { modules, notificationTypes } = createService();
const dictionaryOf = (language: string): Dictionary =>
  Object.assign(
    {},
    (kernelTexts as Record<string, Dictionary>)[language],
    ...modules.map(({ locales }) => locales?.[language]),
  );
const folder = join(import.meta.dirname, '../../modules');

/** Sentences in the sources, except errors, log messages, and descriptions of the API and the configuration, which stay English. */
function sentences(pattern: string): string[] {
  return globSync(pattern, { cwd: folder })
    .filter((file) => !/(\.test|Routes?|Schema|scheduleSweep|config)\.ts$/.test(file))
    .map((file) =>
      readFileSync(join(folder, file), 'utf8')
        .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        .replace(/'\s*\+\s*'/g, '')
        .replace(/\b(?:ServiceError|StartError|Error|Requeue|log)\([\s\S]*?\);/g, ''),
    )
    .flatMap((source) => [...source.matchAll(/'((?:\\.|[^'\\\n])*)'/g)].map(([, text = '']) => text))
    .filter((text) => /^[A-Z{][\w}]* .*[a-z}.]$/.test(text));
}

/** The texts of all notifications of failed API calls. */
function failureTexts(): string[] {
  const instant = '2026-01-02T03:04:05Z';
  const notices = (['opened', 'closed'] as const).flatMap((stage) =>
    ([1, 2] as const).flatMap((count) =>
      [false, true].flatMap((isOverflow) =>
        (['Inbound', 'Outbound'] as const).map((direction) => ({
          ...{ key: '', stage, count, isOverflow, startedAt: instant, endsAt: instant },
          failure: {
            ...{ direction, method: 'GET', url: '', route: null, userId: null, status: 500, error: null },
            ...{ callId: '', tries: 1, endpoint: null },
          },
        })),
      ),
    ),
  );

  return [null, { id: 1 }].flatMap((user) =>
    notices
      .map((notice) => failureContent(notice, user))
      .flatMap(({ title, body, link }) => [title, body, link?.label ?? '']),
  );
}

/** The reason of a row whose action fails without an own message. */
function failedRow(): string {
  const file = join(folder, '../../../tables/src/actions/callHandler.ts');

  return /generalMessage = '(.+)';/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
}

const faultCodes = Object.keys(callFaults) as CallFaultCode[];

/** Every text that says why a job, a mail or an API call failed, with those around it. */
function reasons(): string[] {
  const jobs = sentences('tableJobs/{,exports/,actions/}*.ts');
  expect(jobs.length).toBeGreaterThan(25);

  return [
    ...Object.values(notificationTypes).map(({ label }) => label),
    ...jobs,
    failedRow(),
    ...Object.values(mailReasons).flatMap(({ waiting, failed }) => [waiting, failed]),
    ...faultCodes.map(callFaultText),
    ...failureTexts(),
  ];
}

const missing = (texts: readonly string[], language: string) => {
  const dictionary = dictionaryOf(language);

  return [...new Set(texts)].filter((text) => !Object.hasOwn(dictionary, text));
};

const languages = ['de', 'fr', 'es', 'ro', 'ar'] as const;

it('has a text for every reason in every language', () => {
  const all = reasons();

  expect(all).not.toContain('');
  expect(Object.fromEntries(languages.map((language) => [language, missing(all, language)]))).toEqual(
    Object.fromEntries(languages.map((language) => [language, []])),
  );
});

describe.each(languages)('Language %s', (language) => {
  it('has the texts that German has', () => {
    expect(missing(Object.keys(dictionaryOf('de')), language)).toEqual([]);
    expect(missing(Object.keys(dictionaryOf(language)), 'de')).toEqual([]);
  });

  it('has the placeholders of the English texts, and the plural forms of the language', () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    const forms = pluralCategories(language).length;
    for (const [english, text] of Object.entries(dictionaryOf(language))) {
      expect([english, placeholders(text)]).toEqual([english, placeholders(english)]);
      for (const [plural] of text.matchAll(/\{\w+\|[^}]*\}/g)) {
        expect([text, plural.split('|').length - 1]).toEqual([text, forms]);
      }
    }
  });
});
