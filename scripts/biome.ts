/**
 * Runs Biome from the package of this platform: `node scripts/biome.ts check .`. Its umbrella package is not used,
 * since `npm ci` refuses a lockfile that lacks the package of any platform, whether required there or not.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const binary = createRequire(import.meta.url).resolve(
  `@biomejs/cli-${process.platform}-${process.arch}/biome`,
);

process.exitCode = spawnSync(binary, process.argv.slice(2), { stdio: 'inherit' }).status ?? 1;
