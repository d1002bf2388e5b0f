import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowhouse-texts-'));
  const problems = join(import.meta.dirname, '../packages/problems/src/Text.ts');
  cpSync(problems, join(root, 'packages/problems/src/Text.ts'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The faults of a file with these dictionaries. */
function check(source: string, dictionaries: Record<string, Record<string, string>>): string[] {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const imports = "import { type EnglishText, say, Text } from '../../problems/src/Text.ts';";
  write('packages/service/src/a.ts', `${imports}\n${source}\nexport const all = [say, Text];\n`);
  for (const [language, texts] of Object.entries(dictionaries)) {
    write(`packages/service/src/locales/${language}.json`, JSON.stringify(texts));
  }
  const script = join(import.meta.dirname, 'check-texts.ts');
  const { stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });

  return stderr.split('\n').filter((line) => line !== '');
}

const sources = `
declare function refuse(message: EnglishText | Text, fields?: Record<string, readonly (EnglishText | Text)[]>): void;
export const reasons = { late: 'It is late.', gone: 'It is gone.' } as const satisfies Record<string, EnglishText>;
export const choice = (isLate: boolean): EnglishText => (isLate ? 'Later.' : 'Now' + ' or never.');
export const other = (text?: EnglishText): EnglishText => text ?? 'Perhaps.';
refuse(say\`\${'Ada'} has \${new Text('{0|# row|# rows}', [3])}.\`, { name: ['is taken'] });
export const outside = (error: Error) => refuse(error.message as EnglishText);
`;
const texts = ['It is late.', 'It is gone.', 'Later.', 'Now or never.', 'Perhaps.', '{0} has {1}.'];
const all = Object.fromEntries([...texts, '{0|# row|# rows}', 'is taken'].map((text) => [text, text]));

it('finds texts by their types: constants, choices, values, fields', () => {
  expect(check(sources, { de: all, ar: all })).toEqual([]);
});

it('reports a text that a language lacks, and one that no source has', () => {
  const { 'Later.': _, ...others } = all;
  const faults = check(sources, { de: all, ar: { ...others, 'It was here.': 'x' } });

  expect(faults).toEqual([
    'packages/service/src/a.ts:5: "Later." has no translation in "ar".',
    '"It was here." in "ar" is not a text of the sources. Remove it.',
  ]);
});

it.each([
  ['built of parts', `refuse(\`The row \${name} is missing.\`);`],
  ['of a function', 'refuse(name.trim());'],
  [
    'of a shorthand',
    `const message = \`\${name}.\`; export const fault: { message: EnglishText } = { message };`,
  ],
  ['as a value', `refuse(say\`\${'is not open'}.\`);`],
])('reports a message that cannot be translated: %s', (_, source) => {
  const declared = 'declare const name: string; declare function refuse(message: EnglishText | Text): void;';

  expect(check(`${declared}\n${source}`, { de: {} })).toEqual([
    expect.stringMatching(
      /^packages\/service\/src\/a\.ts:3: .+ (is a message that no dictionary|is a value of a message)/,
    ),
  ]);
});
