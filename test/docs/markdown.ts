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

export interface Link {
  readonly line: number;
  readonly target: string;
}

/** Links and images outside of code: `[text](target)`, `![text](target)` and `src="target"`. */
export function linksOf(markdown: string): Link[] {
  const pattern =
    /!?\[(?:[^\]\\]|\\.|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|\b(?:src|href)="([^"]+)"/g;

  return textLines(markdown).flatMap((text, index) =>
    [...text.matchAll(pattern)].map(([, target, attribute]) => ({
      line: index + 1,
      target: target ?? attribute ?? '',
    })),
  );
}

/** The anchors that GitHub gives the headings, a number added where one is taken. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const line of textLines(markdown, { keepSpans: true })) {
    const heading = /^#{1,6} +(.+?) *#*$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const slug = heading
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let number = 1; anchors.has(anchor); number++) anchor = `${slug}-${number}`;
    anchors.add(anchor);
  }

  return anchors;
}

/** The lines, with those of fenced blocks empty, and without code spans unless they are kept. */
function textLines(markdown: string, { keepSpans = false } = {}): string[] {
  let fence: string | null = null;

  return markdown.split('\n').map((line) => {
    const mark = /^ *(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return '';
    }
    fence = mark;
    if (fence !== null) return '';

    return keepSpans ? line : line.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '``');
  });
}
