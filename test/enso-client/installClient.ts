import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtOnce } from '../builtOnce.ts';
import { run } from '../packages/tarballs.ts';

/**
 * Installs the client and what it needs below this folder, by a lockfile of its own: 100 MB that neither the service nor
 * other tests use. Once for all test files, and only where the lockfile is newer than what is installed.
 */
export async function installClient(): Promise<void> {
  await builtOnce('enso-client', async () => {
    const folder = import.meta.dirname;
    const [installed, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) =>
      join(folder, file),
    );
    if (installed !== undefined && lock !== undefined && existsSync(installed)) {
      if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
    }
    await run('npm ci --ignore-scripts --no-audit --no-fund', folder);
  });
}
