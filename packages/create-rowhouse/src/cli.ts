#!/usr/bin/env node
import { basename, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { CreateError, createProject, isTemplate, templates } from './createProject.ts';

const names = Object.keys(templates);
const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
const usage = `Usage: npm create rowhouse@latest <folder> [-- --template ${names.join('|')}] [--database URL] [--packages folder]`;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      template: { type: 'string' },
      database: { type: 'string' },
      packages: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) console.log(`${usage}\n\n${list()}`);
  else await create(positionals, values);
} catch (error) {
  if (!(error instanceof CreateError) && !isWrongArgument(error)) throw error;
  console.error(error.message);
  console.error(usage);
  process.exitCode = 1;
}

interface Options {
  readonly template?: string;
  readonly database?: string;
  readonly packages?: string;
}

async function create(
  folders: readonly string[],
  { template: named, database: address, packages }: Options,
): Promise<void> {
  const [folder] = folders;
  if (folder === undefined || folders.length > 1) {
    throw new CreateError(`${folders.length} folders are given. Give one; it is created.`);
  }
  const target = resolve(folder);
  const template = named ?? (address === undefined ? await promptTemplate() : 'database');
  if (!isTemplate(template)) {
    throw new CreateError(`There is no template "${template}". Choose one of: ${names.join(', ')}.`);
  }
  if (address !== undefined && template !== 'database') {
    throw new CreateError(
      `The template "${template}" takes no --database. Leave it out, or choose "database".`,
    );
  }
  const database = template === 'database' ? (address ?? (await promptAddress())) : '';
  await createProject(target, { name: basename(target), template, database, ...(packages && { packages }) });

  console.log(`Created ${basename(target)}. Next:

  cd ${relative(process.cwd(), target) || '.'}
  npm install
  npm start
`);
}

/** Prompts for the template at a terminal; otherwise the first one is used. */
async function promptTemplate(): Promise<string> {
  const [first = ''] = names;
  if (isTerminal) console.log(list());

  return (await prompt(`Which one? (${first}) `)) || first;
}

/** Prompts for the URL at a terminal; otherwise `--database` is required. */
function promptAddress(): Promise<string> {
  return prompt('Address of the database? (postgres://…, mysql://…, mariadb://… or sqlite:file) ');
}

/** Returns an empty text without a terminal. */
async function prompt(question: string): Promise<string> {
  if (!isTerminal) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

/** The templates, one per line. */
function list(): string {
  return Object.entries(templates)
    .map(([name, { about }]) => `  ${name.padEnd(10)}${about}`)
    .join('\n');
}

function isWrongArgument(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
