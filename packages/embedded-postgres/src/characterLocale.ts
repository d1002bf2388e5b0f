import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The operating system's locale that says which characters are letters. Order and case come from the server's
 * built-in locale, but trigrams and full-text search still ask this one: with `C`, only ASCII letters count.
 */
export async function characterLocale(): Promise<string> {
  const installed = await run('locale', ['-a']).then(
    ({ stdout }) => new Set(stdout.split('\n').map((line) => line.trim())),
    () => new Set<string>(),
  );
  return ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'en_US.utf8'].find((name) => installed.has(name)) ?? 'C';
}
