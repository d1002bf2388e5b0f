import { posix } from 'node:path';
import type { SitePage } from './sitePages.ts';

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** The menu of the site: the sections and lists of its index, and the pages of the API. */
export function sidebarOf(pages: readonly SitePage[]): readonly SidebarItem[] {
  const index = pages.find(({ path }) => path === 'index.md')?.markdown ?? '';
  const [, ...sections] = index.split(/^## /m);
  const groups = sections.flatMap((section) => {
    const [title = ''] = section.split('\n');
    const items = [...section.matchAll(/^- .*(?:\n {2}.*)*/gm)].flatMap(([line]) => linksIn(line));

    return items.length === 0 ? [] : [{ text: title, collapsed: title === 'Decisions', items }];
  });
  const api = pages
    .filter(({ path }) => /^reference\/api\/(?!index)/.test(path))
    .map(({ path, markdown }) => ({ text: /^# (.+)$/m.exec(markdown)?.[1] ?? path, link: address(path) }));

  return [...groups, { text: 'Packages', collapsed: true, items: api }];
}

/** The links of a line of the index, each with its text. */
function linksIn(line: string): SidebarItem[] {
  const links = line.matchAll(/\[([^\]]+)\]\((?!\.\.)([^)#]+\.md)\)/g);

  return Array.from(links, ([, text = '', target = '']) => ({
    text: `${text[0]?.toUpperCase()}${text.slice(1)}`,
    link: address(target.replace(/README\.md$/, 'index.md')),
  }));
}

function address(path: string): string {
  return posix.join('/', path.replace(/(index)?\.md$/, ''));
}
