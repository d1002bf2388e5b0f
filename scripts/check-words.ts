import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Words that have a better one, with what to write instead: docs/contributing/words.md explains the language. A line that
 * quotes such a word ends with `words:ignore`.
 */
const words: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Not where it is a name in stored jobs.
  [/\banew\b(?!\??:|\.\w| =| })/i, 'again'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bwhoever\b/i, 'the caller, the user who'],
  [/\b(some|no)body else\b/i, 'another user, someone else, no one else'],
  [/\bgo(es|ing)? on\b/i, 'continue, be in progress'],
  [/\bso many\b/i, 'the number of'],
  [/\bso long\b/i, 'the time limit'],
  [/\bcould be had\b/i, 'is available'],
  [/\bis asked (for )?(it|what)\b/i, 'is requested'],
  [/\bheld against\b/i, 'compared with, validated against'],
  [/\bwhat there is\b/i, 'what exists'],
  [/\bof its own accord\b/i, 'by itself'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.vue', '*.json', '*.css', '*.sql'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) =>
      file !== '' &&
      !/^(\.changeset|bench)\/|CHANGELOG|package-lock|check-words|contributing\/words|\/(i18n|locales)\/.*\.json$/.test(
        file,
      ),
  );

let faults = 0;
for (const file of files) {
  let text: string;
  try {
    text = readFileSync(new URL(file, `file://${root}`), 'utf8');
  } catch {
    // Deleted and not yet committed.
    continue;
  }
  for (const [index, line] of text.split('\n').entries()) {
    const found = words.find(([pattern]) => pattern.test(line));
    if (found === undefined || line.includes('words:ignore')) continue;
    faults += 1;
    console.error(`${file}:${index + 1}: "${found[0].exec(line)?.[0]}". Write: ${found[1]}.`);
  }
}
process.exitCode = faults === 0 ? 0 : 1;
if (faults === 0) console.log('Plain words.');
