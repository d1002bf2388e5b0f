import { join } from 'node:path';
import { packageFolder, publishedPackages, readPackageJson } from '../packages.ts';
import { type PublicSymbol, publicSymbols } from './publicSymbols.ts';

/** Pages with every public symbol of each entry of the published packages, and an index: path from docs/ → content. */
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
  const pages = entries.map(({ file, ...entry }) => ({
    ...entry,
    symbols: valuesFirst(publicSymbols(file)),
  }));
  const index = pages.map(({ specifier, page, symbols }) => {
    const links = symbols.map(({ name }) => `[${name}](${page}#${name.toLowerCase()})`);

    return `## ${specifier}\n\n${links.length === 0 ? 'A program, without exports.' : links.join(', ')}`;
  });

  return new Map([
    [
      join(apiFolder, 'README.md'),
      `# API reference\n\nEvery public symbol, by the entry that exports it.\n\n${index.join('\n\n')}\n`,
    ],
    ...pages
      .filter(({ symbols }) => symbols.length > 0)
      .map(({ specifier, page, symbols }): [string, string] => [
        join(apiFolder, page),
        `# ${specifier}\n\n[All symbols](README.md).\n\n${symbols.map(symbolText).join('\n\n')}\n`,
      ]),
  ]);
}

/** From docs/, in the site. */
const apiFolder = 'reference/api';

/** Functions, classes and constants first, then types. */
function valuesFirst(symbols: readonly PublicSymbol[]): PublicSymbol[] {
  return [...symbols].sort((a, b) => Number(b.isValue) - Number(a.isValue));
}

function symbolText({ name, description, code }: PublicSymbol): string {
  return [`## ${name}`, description, `\`\`\`ts\n${code}\n\`\`\``].filter(Boolean).join('\n\n');
}
