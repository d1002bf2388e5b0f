import { createRequire } from 'node:module';
import { basename, relative, sep } from 'node:path';
import { StartError } from './errors.ts';

/** Scripts of package.json that start the command line. */
const npmScripts = new Set(['start', 'rowhouse', 'demo:seed']);

/** The shell command that runs `command` in the way this process was started: by npm, by Node or as a program. */
export function commandLine(
  command: string,
  { argv = process.argv, environment = process.env, folder = process.cwd() } = {},
): string {
  const [, program = ''] = argv;
  const name = basename(program);
  const isInstalled = program.split(sep).includes('node_modules');
  if (isInstalled && (name === 'rowhouse' || name === 'cli.js')) return `npx rowhouse ${command}`;
  if (name !== 'cli.ts') return `rowhouse ${command}`;
  if (npmScripts.has(environment.npm_lifecycle_event ?? '')) return `npm run rowhouse -- ${command}`;

  return `node --conditions=@rowhouse/source ${relative(folder, program)} ${command}`;
}

/** The shell command that starts the service. */
export function serveCommandLine(options: Parameters<typeof commandLine>[1] = {}): string {
  const { environment = process.env } = options;

  return environment.npm_lifecycle_event === 'start' ? 'npm start' : commandLine('serve', options);
}

/** Parses a numeric option. @throws StartError unless it is a whole number from `least` to `most`. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new StartError(`${option} is "${text}", but must be a whole number from ${least} to ${most}.`);
}

const manifest = createRequire(import.meta.url)('../../package.json') as { version: string };

/** The release of the service. */
export const version: string = manifest.version;
