import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, linksOf } from '../../site/src/markdown.ts';
import { sitePages, targetOf } from '../../site/src/sitePages.ts';
import { markdownFiles, read, root } from './markdown.ts';

const files = markdownFiles();
const anchors = new Map(files.map((file) => [file, anchorsOf(read(file))]));

/** Why a link of a file leads nowhere; null when it leads somewhere, or out of the repository. */
function faultOf(file: string, target: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const found = path === '' ? file : join(dirname(file), decodeURIComponent(path));
  if (found.startsWith('..')) return 'is out of the repository';
  if (!existsSync(join(root, found))) return 'is not there';
  if (anchor === undefined) return null;
  const known = anchors.get(statSync(join(root, found)).isDirectory() ? join(found, 'README.md') : found);

  return known?.has(decodeURIComponent(anchor)) ? null : 'has no such heading';
}

describe('Markdown', () => {
  it('is found', () => {
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'docs/README.md', 'packages/tables/README.md']),
    );
  });

  it('has no broken link', () => {
    const faults = files.flatMap((file) =>
      linksOf(read(file)).flatMap(({ line, target }) => {
        const fault = faultOf(file, target);
        return fault === null ? [] : [`${file}:${line} ${target} ${fault}`];
      }),
    );

    expect(faults).toEqual([]);
  });

  it('has curl take brackets in addresses as they are, which it refuses otherwise', () => {
    const refused = files.flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => /\bcurl (?!.*-g ).*https?:[^ ]*\[/.test(line))
        .map((line) => `${file}: ${line}`),
    );

    expect(refused).toEqual([]);
  });

  it('is understood as GitHub does', () => {
    const page = [
      '# The `a.b` option, twice',
      '[here](#the-ab-option-twice) `[not](here.md)` ![x](a.png "title") [y `z`](<b.md>)',
      '```md',
      '[nor](here.md)',
      '# Nor this',
      '```',
      '## The a.b option, twice',
    ].join('\n');

    expect(linksOf(page).map(({ target }) => target)).toEqual(['#the-ab-option-twice', 'a.png', 'b.md']);
    expect([...anchorsOf(page)]).toEqual(['the-ab-option-twice', 'the-ab-option-twice-1']);
  });
});

describe('docs/README.md', () => {
  it('links to every page of the documentation', () => {
    const linked = new Set(
      linksOf(read('docs/README.md')).map(({ target }) => join('docs', target.replace(/#.*/, ''))),
    );
    const pages = files.filter((file) => file.startsWith('docs/') && file !== 'docs/README.md');

    expect(pages.length).toBeGreaterThan(40);
    expect(pages.filter((file) => !linked.has(file))).toEqual([]);
  });
});

describe('The site', () => {
  const pages = sitePages();
  const known = new Map(pages.map(({ source, markdown }) => [source, anchorsOf(markdown)]));

  it('has the pages of the documentation and of the reference', () => {
    const sources = pages.map(({ source }) => source);

    expect(sources).toEqual(
      expect.arrayContaining(['docs/README.md', 'packages/tables/README.md', 'docs/reference/api/tables.md']),
    );
    expect(new Set(pages.map(({ path }) => path.toLowerCase())).size).toBe(pages.length);
  });

  it('has no link to a page or a heading that does not exist', () => {
    const dead = pages.flatMap(({ source, markdown }) =>
      linksOf(markdown)
        .filter(({ target }) => {
          const page = targetOf(source, target);
          const [, anchor] = target.split('#');
          if (page === null) return false;
          const anchors = known.get(page);
          if (anchors === undefined) return !existsSync(join(root, page));

          return anchor !== undefined && !anchors.has(decodeURIComponent(anchor));
        })
        .map(({ line, target }) => `${source}:${line} ${target}`),
    );

    expect(dead).toEqual([]);
  });
});

describe('README.md', () => {
  it('fits on about a screen, and has the commands that run and test it', () => {
    const page = read('README.md');

    expect(page.split('\n').length).toBeLessThan(80);
    for (const command of ['npm ci && npm start', 'npm ci && npm test']) {
      expect(page).toContain(`\n\`\`\`sh\n${command}\n\`\`\`\n`);
    }
  });

  it('have small pictures with descriptions', () => {
    for (const [page, image] of [
      ['README.md', 'docs/images/orders.png'],
      ['docs/concepts.md', 'docs/images/api-logs.png'],
    ] as const) {
      expect(read(page)).toMatch(new RegExp(`!\\[[^\\]]{60,}\\]\\([^)]*${image.split('/').at(-1)}\\)`));
      expect(statSync(join(root, image)).size).toBeLessThan(150_000);
    }
  });
});
