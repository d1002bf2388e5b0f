import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const folders = [
  'packages/service/src/**/locales/**',
  'packages/service/pages/src/i18n',
  'packages/table-vue/src/i18n',
  'apps/demo/src/locales',
];

/** Frequent words of English sentences that are in none of the other languages. */
const englishWords =
  /\b(the|is|must|not|send|does|cannot|you|your|have|has|with|and|of|it|this|there|only|one|try|again|ask|or|at|than|to|be)\b/i;

/** The part of a message that is a sentence: values, paths, and names of members and operators may be English. */
const sentence = (message: string) =>
  message.replace(
    /\{[^}]*\}|: \w+(?:, \w+)+|"(?:[^"\\]|\\.)*"|„[^“]*“|«[^»]*»|\/[\w/{}-]+|\b[\w-]+(?:\.[\w-]+)+\b|\bx-api-key\b/g,
    '',
  );

/**
 * Whether a text is English in a page or a response that is in `language`: a text of the code or of a dictionary, whose
 * translation differs, or one with words of English sentences.
 */
export function englishIn(language: string): (text: string) => boolean {
  const known = folders
    .flatMap((folder) => globSync(`${folder}/${language}.json`, { cwd: root }))
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')) as object))
    .filter(([english, translated]) => english !== translated)
    .map(([english]) => pattern(english));

  return (text) => {
    const shown = text.trim().replace(/\s+/g, ' ');

    return englishWords.test(sentence(shown)) || known.some((english) => english?.test(shown));
  };
}

/** Of a whole text with any values; null for texts with fewer than two words, which may be names of data. */
function pattern(english: string): RegExp | null {
  const parts = english.split(/\{\w+(?:\|[^}]*)?\}/);
  if (!/\p{L}{2}.*\s.*\p{L}{2}/u.test(parts.join(' '))) return null;

  return new RegExp(
    `^${parts.map((part) => part.replace(/\s+/g, ' ').replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('.+')}$`,
  );
}
