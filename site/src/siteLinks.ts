import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../../scripts/packages.ts';
import { pageOf, type SitePage, targetOf } from './sitePages.ts';

/**
 * The Markdown of a page with the links of the site: to its pages, and to the repository for other files. Where the address of
 * the repository is not known, such a link is its text.
 */
export function withSiteLinks(page: SitePage, pages: readonly SitePage[], repository: string | null): string {
  const paths = new Map(pages.map(({ source, path }) => [source, path]));
  const toPath = (path: string): string => {
    const relative = posix.relative(posix.dirname(page.path), path);

    return relative.startsWith('.') ? relative : `./${relative}`;
  };
  const linked = (target: string): string | null => {
    const file = targetOf(page.source, target);
    if (file === null || target.startsWith('#')) return target;
    if (file.endsWith('.png')) return toPath(file.replace(/^docs\//, ''));
    const [, anchor] = target.split('#');
    const path = paths.get(file) ?? paths.get(pageOf(file) ?? '');
    if (path === undefined) {
      // What the site adds.
      if (!existsSync(join(root, file))) return target;
      return repository === null ? null : `${repository}/blob/HEAD/${file}`;
    }

    return `${toPath(path)}${anchor === undefined ? '' : `#${anchor}`}`;
  };

  return outsideOfCode(page.markdown, (text) =>
    text
      .replaceAll(/^<!-- .*? -->$/gm, '')
      .replaceAll(
        /(!?)\[((?:[^\]\\]|\\.|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
        (_, image: string, label: string, target: string) => {
          const address = linked(target);

          return address === null ? label : `${image}[${label}](${address})`;
        },
      ),
  );
}

/** Changes what is in no fenced block. */
function outsideOfCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^( *(?:```|~~~)[\s\S]*?^ *(?:```|~~~)[^\n]*$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
