import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { apiReference } from '../../scripts/generate/apiReference.ts';
import { wireReference } from '../../scripts/generate/wireReference.ts';
import { root } from '../../scripts/packages.ts';
import { linksOf } from './markdown.ts';

/** A page of the site, as it is before its links are changed to those of the site. */
export interface SitePage {
  /** Path in the repository, or the one that a built page would have there; its links start from this path. */
  readonly source: string;
  /** Path in the site, with `.md`. */
  readonly path: string;
  readonly markdown: string;
}

/** Where tests write their reports. */
export const reportsFolder = 'test-output/reports';

/**
 * The pages of docs/, the pages of the repository that they link to, the reference, which is built from the sources, and the
 * reports that tests have written so far. `built` adds pages: path from docs/ → Markdown.
 */
export function sitePages(built: ReadonlyMap<string, string> = new Map()): readonly SitePage[] {
  const contents = new Map<string, string>();
  const take = (source: string): void => {
    if (contents.has(source)) return;
    contents.set(source, readFileSync(join(root, source), 'utf8'));
    for (const { target } of linksOf(contents.get(source)!)) {
      const page = pageOf(targetOf(source, target));
      if (page !== null) take(page);
    }
  };
  for (const file of markdownIn('docs')) take(file);
  const wire = 'docs/reference/wire.md';
  contents.set(wire, wireReference(contents.get(wire)!));
  const added = [...apiReference(), ...reports(), ...built];
  for (const [path, markdown] of added) contents.set(`docs/${path}`, markdown);
  contents.set('docs/README.md', `${contents.get('docs/README.md')}\n${builtSection(added)}`);

  return [...contents].map(([source, markdown]) => ({ source, path: sitePath(source), markdown }));
}

/** Path in the repository to which a link leads; null for other addresses. */
export function targetOf(source: string, target: string): string | null {
  const [path = ''] = target.split('#');
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return null;

  return path === '' ? source : posix.join(posix.dirname(source), decodeURIComponent(path));
}

/** The Markdown file that a path of the repository names, by itself or by its folder; null when it names none. */
export function pageOf(path: string | null): string | null {
  if (path === null || path.startsWith('..') || path === '.') return null;
  const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
  const file = isFolder ? posix.join(path, 'README.md') : path;

  return file.endsWith('.md') && existsSync(join(root, file)) ? file : null;
}

function sitePath(source: string): string {
  if (source === 'README.md') return 'about.md';

  return source.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return markdownIn(path);

    return path.endsWith('.md') ? [path] : [];
  });
}

function reports(): [path: string, markdown: string][] {
  if (!existsSync(join(root, reportsFolder))) return [];

  return markdownIn(reportsFolder).map((file) => [
    file.replace(reportsFolder, 'reports'),
    readFileSync(join(root, file), 'utf8'),
  ]);
}

/** Links to what is not in the repository; the pages of the API have an index of their own. */
function builtSection(added: readonly (readonly [path: string, markdown: string])[]): string {
  const lines = added
    .filter(([path]) => !/\/api\/(?!README)/.test(path))
    .map(([path, markdown]) => `- [${/^# (.+)$/m.exec(markdown)?.[1] ?? path}](${path})`);

  return `## Built pages\n\n${lines.join('\n')}\n`;
}
