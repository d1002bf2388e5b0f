import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { unpackOnce } from './unpackOnce.ts';

/** The Chromium of the package @sparticuz/chromium, ready to run. */
export interface UnpackedChromium {
  readonly executablePath: string;
  /** Variables that it needs in addition to the usual ones. */
  readonly environment: Record<string, string>;
}

/**
 * Unpacks the Chromium that npm installed (200 MB), with the libraries and a font for machines that have none.
 * Done once, however many processes ask: into node_modules/.cache, or the temporary folder where that cannot be
 * written.
 */
export async function unpackChromium(): Promise<UnpackedChromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`The package is for Linux on x64, not ${process.platform} on ${process.arch}.`);
  }
  const ours = createRequire(import.meta.url);
  const installed = dirname(dirname(ours.resolve('@sparticuz/chromium')));
  const { version } = ours(join(installed, 'package.json')) as { version: string };

  return describe(
    await inWritable(`chromium-${version}`, (folder) => unpackOnce(join(installed, 'bin'), folder)),
  );
}

async function describe(folder: string): Promise<UnpackedChromium> {
  const libraries = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH];
  const hasFonts =
    existsSync('/etc/fonts/fonts.conf') && (await readdir('/usr/share/fonts').catch(() => [])).length > 0;

  return {
    executablePath: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
      ...(!hasFonts && { FONTCONFIG_FILE: join(folder, 'fonts.conf') }),
    },
  };
}

/** Runs `work` on the project's cache folder, or, where that may not be written, on one of the user's own. */
async function inWritable(name: string, work: (folder: string) => Promise<string>): Promise<string> {
  const project = resolve(import.meta.dirname, '../../node_modules/.cache');
  try {
    return await work(join(project, name));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // A recursive mkdir returns ENOENT on a read-only file system.
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code)) throw error;
  }
  const user = process.getuid?.();
  const own = join(tmpdir(), `rowhouse-tests-${user}`);
  await mkdir(own, { recursive: true, mode: 0o700 });
  // A program is run from here, so no one else may have put it there.
  if ((await lstat(own)).uid !== user) throw new Error(`${own} belongs to another user.`);

  return work(join(own, name));
}
