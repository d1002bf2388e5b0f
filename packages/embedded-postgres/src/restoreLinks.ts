import { lstat, readFile, symlink } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

interface Link {
  /** An existing file, as a path below the package. */
  readonly source: string;
  /** The link to it, in the same folder. */
  readonly target: string;
}

/**
 * Creates the library links that an npm package cannot contain and that its postinstall script makes,
 * when that script did not run (`npm ci --ignore-scripts`). Answers the links that were missing.
 */
export async function restoreLinks(folder: string): Promise<string[]> {
  const missing = await missingLinks(folder);
  for (const { source, target } of missing) {
    await symlink(basename(source), place(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  return missing.map((link) => link.target);
}

/** The links that are not there yet. */
export async function missingLinks(folder: string): Promise<Link[]> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as Link[];
  const present = await Promise.all(
    links.map((link) =>
      lstat(place(folder, link.target)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return links.filter((_, index) => present[index] === false);
}

/** The list speaks of `native/…`; the folder itself may have another name in a copy. */
function place(folder: string, target: string): string {
  return join(folder, relative('native', target));
}
