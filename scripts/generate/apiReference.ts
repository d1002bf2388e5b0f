import { join } from 'node:path';
import { packageFolder, publishedPackages, readPackageJson } from '../packages.ts';
import { type PublicSymbol, publicSymbols } from './publicSymbols.ts';

/** Pages with every public symbol of each entry of the published packages, and an index: path → content. */
export function apiReference(): ReadonlyMap<string, string> {
  const entries = publishedPackages.flatMap((name) => {
    const folder = packageFolder(name);
    const json = readPackageJson(folder);
    const exports = (json.exports ?? {}) as Record<string, { '@rowhouse/source'?: string } | string>;

    return Object.entries(exports).flatMap(([entry, conditions]) => {
      // For the other packages, without a promise to users.
      if (entry === './internal') return [];
      const source = typeof conditions === 'string' ? undefined : conditions['@rowhouse/source'];
      if (!source?.endsWith('.ts')) return [];
      const specifier = json.name + entry.slice(1);

      return [
        { specifier, page: `${name}${entry.slice(1).replace('/', '-')}.md`, file: join(folder, source) },
      ];
    });
  });
  const pages = entries.flatMap(({ specifier, page, file }) => {
    const parts = inPages(publicSymbols(file));

    return parts.map((symbols, index) => ({
      specifier,
      symbols,
      page: index === 0 ? page : page.replace('.md', `-${index + 1}.md`),
      range: parts.length === 1 ? '' : ` (${index + 1} of ${parts.length})`,
    }));
  });
  const sections = Map.groupBy(pages, ({ specifier }) => specifier);
  const index = [...sections].map(([specifier, own]) => {
    const links = own.flatMap(({ page, symbols }) =>
      symbols.map(({ name }) => `[${name}](${page}#${name.toLowerCase()})`),
    );

    return `## ${specifier}\n\n${links.length === 0 ? 'A program, without exports.' : inLines(links)}`;
  });

  return new Map([
    ...pages.map(({ specifier, page, range, symbols }): [string, string] => [
      join(apiFolder, page),
      `# ${specifier}${range}\n\nGenerated from the sources. [All symbols](README.md).\n\n${symbols.map(symbolText).join('\n\n')}\n`,
    ]),
    [
      join(apiFolder, 'README.md'),
      `# API reference\n\nEvery public symbol, by the entry that exports it. Generated from the sources.\n\n${index.join('\n\n')}\n`,
    ],
  ]);
}

/** Some links a line. */
function inLines(links: readonly string[]): string {
  const lines = Array.from({ length: Math.ceil(links.length / 4) }, (_, line) =>
    links.slice(line * 4, line * 4 + 4),
  );

  return lines.map((line) => line.join(', ')).join(',\n');
}

/** From the root of the repository. */
export const apiFolder = 'docs/reference/api';

/** Lines of a page, about. */
const mostLines = 350;

/** Functions, classes and constants first, then types; on as many pages as it takes. */
function inPages(symbols: readonly PublicSymbol[]): PublicSymbol[][] {
  const ordered = [...symbols].sort((a, b) => Number(b.isValue) - Number(a.isValue));
  const pages: PublicSymbol[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const symbol of ordered) {
    const own = symbolText(symbol).split('\n').length + 1;
    if (lines + own > mostLines) {
      pages.push([]);
      lines = 0;
    }
    pages.at(-1)?.push(symbol);
    lines += own;
  }

  return pages;
}

function symbolText({ name, description, code }: PublicSymbol): string {
  return [`## ${name}`, description, `\`\`\`ts\n${code}\n\`\`\``].filter(Boolean).join('\n\n');
}
