import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm start`: builds the pages, and serves the demo; with `--database URL`, the tables of that database instead. Other
 * options are those of `rowhouse serve`.
 */
const root = join(import.meta.dirname, '..');
const cli = join(root, 'packages/service/src/cli.ts');
const demo = ['--config', 'apps/demo/rowhouse.config.ts'];

const given = process.argv.slice(2);
const servesDatabase = given.some((arg) => arg === '--database' || arg.startsWith('--database='));
const { status } = servesDatabase
  ? spawnSync('npm', ['run', '--silent', 'build:pages'], { cwd: root, stdio: 'inherit' })
  : spawnSync(process.execPath, [...process.execArgv, cli, 'build', ...demo], {
      cwd: root,
      stdio: 'inherit',
    });
if (status !== 0) process.exit(status ?? 1);

process.argv = [process.execPath, cli, 'serve', ...(servesDatabase ? [] : ['--demo', ...demo]), ...given];
await import(cli);
