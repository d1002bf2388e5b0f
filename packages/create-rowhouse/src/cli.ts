#!/usr/bin/env node
import { basename, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CreateError } from './CreateError.ts';
import { createProject, isTemplate, templates } from './createProject.ts';

const usage = `Usage: npm create rowhouse@latest <folder> [-- --template ${templates.join('|')}]`;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      template: { type: 'string', default: 'full' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) console.log(usage);
  else await create(positionals, values.template);
} catch (error) {
  if (!(error instanceof CreateError) && !isWrongArgument(error)) throw error;
  console.error(error.message);
  console.error(usage);
  process.exitCode = 1;
}

async function create(folders: readonly string[], template: string): Promise<void> {
  const [folder] = folders;
  if (folder === undefined || folders.length > 1) {
    throw new CreateError(`${folders.length} folders are named. Name one, which is made.`);
  }
  if (!isTemplate(template)) {
    throw new CreateError(`There is no template "${template}". Choose one of: ${templates.join(', ')}.`);
  }
  const target = resolve(folder);
  await createProject(target, { name: basename(target), template });

  console.log(`Made ${basename(target)}. Next:

  cd ${relative(process.cwd(), target) || '.'}
  npm install
  npm start
`);
}

function isWrongArgument(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
