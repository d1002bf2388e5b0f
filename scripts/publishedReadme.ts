import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './packages.ts';

export interface PublishedReadmeOptions {
  /** The package's folder, from the root of the repository: `packages/tables`. */
  readonly folder: string;
  /** What else is in the tarball, from the package's folder. */
  readonly files: readonly string[];
  /** Address of the repository's files, such as `https://github.com/owner/name/blob/HEAD`; null when none is known. */
  readonly address: string | null;
}

/**
 * A package's README as it is published. The registry shows it without the repository around it, so a relative link to a
 * file outside of the package becomes an absolute one, or plain text where the repository's address is not known.
 * Throws when a link leads to a file that does not exist, and for images, which a registry would have to fetch.
 */
export function publishedReadme(markdown: string, options: PublishedReadmeOptions): string {
  return outsideOfFences(markdown, (text) =>
    text.replaceAll(relativeLink, (link, image: string, label: string, target: string) => {
      const [path = '', anchor] = target.split('#');
      if (path === '' || isPacked(path, options.files)) return link;
      const file = posix.join(options.folder, path);
      if (image !== '')
        throw new Error(`${options.folder}/README.md: ${target} is an image. Use an absolute address.`);
      if (file.startsWith('..') || !existsSync(join(root, file))) {
        throw new Error(`${options.folder}/README.md: ${target} does not exist.`);
      }
      if (options.address === null) return label;

      return `[${label}](${options.address}/${file}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** Targets of the relative links and images in a Markdown text, anchors within it left out. */
export function relativeTargets(markdown: string): string[] {
  const targets: string[] = [];
  outsideOfFences(markdown, (text) => {
    for (const [, , , target = ''] of text.matchAll(relativeLink)) targets.push(target.split('#')[0] ?? '');
    return text;
  });

  return targets.filter((target) => target !== '');
}

/** `[label](target)` and `![label](target)`, the label perhaps with code or brackets; the target without a scheme. */
const relativeLink = /(!?)\[((?:[^\]\\]|\\.|\[[^\]]*\])*)\]\((?![a-z][a-z\d+.-]*:|\/\/)([^)\s]+)\)/gi;

function isPacked(path: string, files: readonly string[]): boolean {
  const file = posix.normalize(path);

  return files.some((own) => file === own || file.startsWith(`${own}/`));
}

function outsideOfFences(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^( *(?:```|~~~)[\s\S]*?^ *(?:```|~~~)[^\n]*$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
