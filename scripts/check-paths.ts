import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Reports files that comments name and that do not exist: `src/browser.ts` is found in any folder, since comments name files of
 * their own package, and those with `../` from the folder of the comment. Examples of applications name their files with `./`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const list = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '');

const known = new Set<string>();
for (const file of list()) {
  // Every end of the path.
  for (let rest: string | undefined = file; rest; rest = rest.split('/').slice(1).join('/')) known.add(rest);
}

const comment = /^\s*(\/\/|\/?\*|<!--|--\s)|(?<=[;{},(]\s*)\/\/.*$/;
const path = /(?<![\w@./:~<-])[\w.-]+(?:\/[\w.-]+)+\.(?:ts|vue|sql|css|md)\b(?![\w/*])/g;

/** In what is built, and in applications. */
const elsewhere = /^(dist|\.)\//;

let faults = 0;
for (const file of list('*.ts', '*.vue', '*.css', '*.mjs', '*.js', '*.sql')) {
  let text: string;
  try {
    text = readFileSync(join(root, file), 'utf8');
  } catch {
    // Deleted and not yet committed.
    continue;
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (!comment.test(line) || line.includes('declare module')) continue;
    for (const [named] of line.matchAll(path)) {
      const wanted = named.startsWith('../') ? posix.join(posix.dirname(file), named) : named;
      if (known.has(wanted) || elsewhere.test(named)) continue;
      faults += 1;
      console.error(
        `${file}:${index + 1}: there is no file ${named}. Name the present one, or leave it out.`,
      );
    }
  }
}
process.exitCode = faults === 0 ? 0 : 1;
if (faults === 0) console.log('Files that comments name exist.');
