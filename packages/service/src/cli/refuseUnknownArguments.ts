import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { commandLine } from '../base/commandLine.ts';
import { StartError } from '../base/errors.ts';
import { didYouMean } from '../kernel/config/checkWritten.ts';

interface Argument {
  readonly type?: string;
}

/** What a command accepts: its options, and words if one of its arguments is positional. */
export interface Accepted {
  readonly args?: Readonly<Record<string, Argument>>;
}

/** Options that every command accepts, besides `--config` and `--database`, which are removed before. */
const everywhere = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Options that are removed before; known, so that they are suggested. */
const removed = ['config', 'database'];

/**
 * Checks the arguments after `rowhouse`: the name of the command, its options and its words. citty ignores what it does not
 * know, so that `--databse …` would start a service without the database.
 *
 * @throws StartError with status 2 that names the first unknown argument, and the most similar known one.
 */
export function refuseUnknownArguments(
  given: readonly string[],
  commands: Readonly<Record<string, Accepted>>,
): void {
  const name = given.find((word) => !word.startsWith('-'));
  const known = Object.keys(commands);
  const before = name === undefined ? given : given.slice(0, given.indexOf(name));
  // Before the name of the command, only the options of all commands.
  refuseUnknownOptions(before, {}, commandLine('--help'));
  if (name === undefined) return;
  if (!Object.hasOwn(commands, name)) {
    throw refusal(`There is no command "${name}"${suggestion(name, known)}.`, commandLine('--help'));
  }
  const { args = {} } = commands[name] ?? {};
  refuseUnknownOptions(given.slice(before.length + 1), args, commandLine(`${name} --help`));
}

function refuseUnknownOptions(
  words: readonly string[],
  args: Readonly<Record<string, Argument>>,
  help: string,
): void {
  const options: ParseArgsOptionsConfig = { ...everywhere };
  for (const [option, { type }] of Object.entries(args)) {
    if (type === 'string' || type === 'boolean') options[option] = { type };
  }
  const takesWords = Object.values(args).some(({ type }) => type === 'positional');
  const { tokens } = parseArgs({
    args: [...words],
    options,
    allowNegative: true,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option' && !Object.hasOwn(options, token.name)) {
      const near = suggestion(token.name, [...Object.keys(options), ...removed], '--');
      throw refusal(`There is no option ${token.rawName.split('=')[0]}${near}.`, help);
    }
    if (token.kind === 'positional' && !takesWords) {
      // A URL is not repeated: it may contain a password.
      throw refusal(
        `${token.value.includes('://') ? 'A URL' : `"${token.value}"`} is not expected here. Write the name of its option before it.`,
        help,
      );
    }
  }
}

function suggestion(name: string, known: readonly string[], prefix = ''): string {
  const near = didYouMean(name, known);

  return near === undefined ? '' : `; did you mean ${prefix === '' ? `"${near}"` : `${prefix}${near}`}?`;
}

function refusal(text: string, help: string): StartError {
  return new StartError(`${text.replace(/\?\.$/, '?')} For all options: ${help}`, { status: 2 });
}
