import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sourceTexts } from './sourceTexts.ts';

/**
 * Compares the texts that the server packages show to users with the dictionaries of the service: every text needs a
 * translation in every language, and every translation needs a text.
 */

/** Another folder for tests, which plant faults. */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const files = globSync(
  'packages/{problems,drivers,tables,tables-postgres,avatars,integrations,service}/src/**/*.ts',
  { cwd: root, exclude: ['**/*.test.ts', '**/*.fixture.ts', '**/testing/**', '**/testService/**'] },
);
const { texts, faults } = sourceTexts(root, files);

const dictionaries = new Map<string, Set<string>>();
for (const file of globSync('packages/service/src/**/locales/*.json', { cwd: root })) {
  const language = file.slice(-'de.json'.length, -'.json'.length);
  const known = dictionaries.get(language) ?? new Set();
  const added = Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')) as object);
  for (const text of added.filter((key) => known.has(key)))
    faults.push(`${file} repeats ${JSON.stringify(text)}.`);
  dictionaries.set(language, new Set([...known, ...added]));
}

const missing = [...dictionaries].flatMap(([language, known]) =>
  [...texts]
    .filter(([text]) => !known.has(text) && !isLabel(text, language))
    .map(([text, place]) => `${place}: ${JSON.stringify(text)} has no translation in "${language}".`),
);
const unused = [...dictionaries].flatMap(([language, known]) =>
  [...known]
    .filter((text) => !texts.has(text))
    .map((text) => `${JSON.stringify(text)} in "${language}" is not a text of the sources. Remove it.`),
);
/** Labels of the templates of tables are compared with the templates by a test. */
function isLabel(text: string, language: string): boolean {
  return globSync(`packages/service/src/**/locales/templates/${language}.json`, { cwd: root }).some((file) =>
    Object.hasOwn(JSON.parse(readFileSync(join(root, file), 'utf8')) as object, text),
  );
}

const all = [...faults, ...missing, ...unused];
for (const fault of all) console.error(fault);
console.log(
  all.length === 0
    ? `${texts.size} texts in ${dictionaries.size} languages.`
    : `${all.length} faults in the texts for users.`,
);
process.exitCode = all.length === 0 ? 0 : 1;
