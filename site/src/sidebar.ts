import { posix } from 'node:path';
import { pageOf, type SitePage, targetOf } from './sitePages.ts';

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** What a reader seldom opens. */
const closed = ['Decisions', 'Contributing', 'Packages', 'API'];

/** The menu of the site: the sections, lists and tables of its index, and the pages of the API. */
export function sidebarOf(pages: readonly SitePage[]): readonly SidebarItem[] {
  const paths = new Map(pages.map(({ source, path }) => [source, path]));
  const index = pages.find(({ path }) => path === 'index.md')!;
  const [, ...sections] = index.markdown.split(/^##+ /m);
  const groups = sections.flatMap((section) => {
    const [title = ''] = section.split('\n');
    const lines = section.match(/^(?:-|\| \[).*(?:\n {2}.*)*/gm) ?? [];
    const items = lines.flatMap((line) => linksIn(line, index.source, paths));

    return items.length === 0 ? [] : [group(title, items)];
  });
  const api = pages
    .filter(({ path }) => /^reference\/api\/(?!index)/.test(path))
    .map(({ path, markdown }) => ({ text: /^# (.+)$/m.exec(markdown)?.[1] ?? path, link: address(path) }));

  return [...groups, group('API', api)];
}

function group(text: string, items: readonly SidebarItem[]): SidebarItem {
  return { text, collapsed: closed.includes(text), items };
}

/** The links of a line of the index to pages of the site, each with its text. */
function linksIn(line: string, source: string, paths: ReadonlyMap<string, string>): SidebarItem[] {
  return Array.from(line.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)).flatMap(([, label = '', target = '']) => {
    const file = targetOf(source, target) ?? '';
    const path = paths.get(file) ?? paths.get(pageOf(file) ?? '');
    if (path === undefined) return [];
    const isCode = label.startsWith('`');
    const text = isCode ? label.slice(1, -1) : `${label[0]?.toUpperCase()}${label.slice(1)}`;

    return [{ text, link: address(path) }];
  });
}

function address(path: string): string {
  return posix.join('/', path.replace(/(index)?\.md$/, ''));
}
