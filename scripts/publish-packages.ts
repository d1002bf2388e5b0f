import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tarballName } from './pack-packages.ts';
import { packageFolder, publishedPackages, readPackageJson, root } from './packages.ts';

/**
 * Publishes the tarballs that `npm run check:packages` has looked at, byte for byte, with provenance; those whose version is
 * published already are skipped, so that an interrupted release can be run again. `--dry-run` publishes nothing.
 */
const isDry = process.argv.includes('--dry-run');

for (const folder of publishedPackages) {
  const json = readPackageJson(packageFolder(folder));
  const title = `${json.name}@${json.version}`;
  const tarball = join(root, 'dist/packages', tarballName(json));
  if (!existsSync(tarball)) throw new Error(`${tarball} is missing. Run npm run check:packages first.`);

  if (isPublished(title)) {
    console.log(`${title} is published already.`);
    continue;
  }
  // Provenance is signed by the platform that runs the release, which a dry run need not be on.
  const options = isDry ? ['--dry-run'] : ['--provenance'];
  execFileSync('npm', ['publish', tarball, '--access', 'public', ...options], { stdio: 'inherit' });
  console.log(isDry ? `${title} would be published.` : `${title} was published.`);
}

/** Throws if the registry is unavailable: publishing blindly would end halfway. */
function isPublished(title: string): boolean {
  const { status, stdout, stderr } = spawnSync('npm', ['view', title, 'version'], { encoding: 'utf8' });
  if (status === 0) return stdout.trim() !== '';
  if (stderr.includes('E404')) return false;
  throw new Error(`The registry does not answer whether there is ${title}:\n${stderr}`);
}
