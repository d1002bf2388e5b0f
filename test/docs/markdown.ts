import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The repository. */
export const root = join(import.meta.dirname, '../..');

const elsewhere = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-output']);

/** Paths of all Markdown files, from the root of the repository; those of packages' builds and of hidden folders left out. */
export function markdownFiles(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (elsewhere.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownFiles(path);

    return entry.name.endsWith('.md') ? [relative(root, path)] : [];
  });
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The code of a page, by the file that its first line names: `// report.ts`. Pages of Vue begin with `<!-- file -->`. */
export function codeFiles(path: string): Map<string, string> {
  const blocks = read(path).matchAll(/^```(?:ts|vue)\n((?:\/\/|<!--) (\S+).*\n[\s\S]*?)^```$/gm);

  return new Map(Array.from(blocks, ([, code = '', file = '']) => [file, code]));
}
