import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenseFaults } from './licenses.ts';
import { lockedPackages } from './lockedPackages.ts';
import { packPackages, type Tarballs } from './pack-packages.ts';
import { publishedPackages, readPackageJson, root } from './packages.ts';
import { sbom } from './sbom.ts';
import { tarballFaults } from './tarballFaults.ts';

/**
 * Checks what is published against what its users need: packs what `npm run build` has built, has publint and
 * are-the-types-wrong read the tarballs, and looks for entry points and links that the tarballs lack; checks the licences of
 * all that is needed at run time; writes the bills of materials. Everything lies in dist/packages and dist/sbom afterwards.
 * Ends with status 1 when anything is wrong.
 */
const faults: string[] = [];
const tools = join(root, 'packaging');

installTools();
checkTarballs(packPackages(join(root, 'dist/packages')));
checkLicenses();

for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'The packages are fit to publish.' : `${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;

function installTools(): void {
  if (existsSync(join(tools, 'node_modules/.package-lock.json'))) return;
  console.log('Installing publint and are-the-types-wrong (once) …');
  const { status } = spawnSync('npm', ['ci', '--prefix', tools, '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('They could not be installed: npm ci --prefix packaging says why.');
}

function checkTarballs(tarballs: Tarballs): void {
  for (const [name, tarball] of tarballs) {
    faults.push(...tarballFaults(tarball));
    check(`publint ${name}`, 'publint', ['--strict', tarball]);
    // Programs have no types.
    if (name === 'create-rowhouse' || name === 'rowhouse') continue;
    check(`attw ${name}`, 'attw', [
      ...['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji', tarball],
      // Nor has a style sheet; and sources that `rowhouse build` compiles are for bundlers only.
      ...['--exclude-entrypoints', './style.css', './pages'],
    ]);
  }
}

function check(title: string, tool: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(tools, 'node_modules/.bin', tool), ...args],
    { encoding: 'utf8' },
  );
  console.log(`${title}: ${status === 0 ? 'clean' : 'faults'}`);
  if (status !== 0) faults.push(`${title}:\n${stdout}${stderr}`);
}

function checkLicenses(): void {
  const packages = lockedPackages(publishedPackages.map((name) => `packages/${name}`));
  // The service's devDependencies are what its pages are built from.
  const service = lockedPackages(['packages/service'], ['packages/service']);
  faults.push(...new Set([...licenseFaults(packages), ...licenseFaults(service)]));
  const folder = join(root, 'dist/sbom');
  mkdirSync(folder, { recursive: true });

  for (const [name, parts] of [['packages', packages] as const, ['service', service] as const]) {
    const { version } = readPackageJson(
      join(root, name === 'service' ? 'packages/service' : 'packages/tables'),
    );
    const bill = sbom(`rowhouse-${name}`, version, parts);
    writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
    console.log(`licences of ${name}: ${parts.length} packages, and dist/sbom/${name}.cdx.json`);
  }
}
