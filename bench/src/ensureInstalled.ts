import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Installs the benchmarks' own packages, the rivals among them, when they are not there. */
export function ensureInstalled(): void {
  if (existsSync(`${folder}/node_modules/.package-lock.json`)) return;
  console.log('Installing the packages of the benchmarks (once) …');
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The packages could not be installed: npm ci --prefix bench says why.');
}
