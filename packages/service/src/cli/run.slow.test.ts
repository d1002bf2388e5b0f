import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { createService } from '../definition/createService.ts';
import type { Database } from '../kernel/database/Database.ts';
import type { ModuleCommand } from '../kernel/module/ModuleCommand.ts';
import { runCommand } from '../testing/runCommand.ts';
import { commands } from './run.ts';

const file = new URL('../../../../docs/reference/commands.md', import.meta.url);
const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);

interface Described {
  readonly name: string;
  readonly options: readonly { readonly name: string; readonly default: string }[];
}

/** The headings of the file, and the rows of their tables of options. */
const described: Described[] = sections.map((section) => ({
  name: /^`([^`]+)`/.exec(section)?.[1] ?? section,
  options: [...section.matchAll(/^\| `--([\w-]+)` *\| ([^|]*?) *\|/gm)].map(([, name = '', value = '']) => ({
    name,
    default: value,
  })),
}));

it('lists all commands with options and defaults in the commands reference', () => {
  expect(described.map(({ name }) => name).sort()).toEqual(Object.keys(commands).sort());
  const known = Object.entries(commands).map(([name, { args = {} }]) => ({
    name,
    options: Object.entries(args)
      .filter(([, { type }]) => type !== 'positional')
      .map(([option, { type, default: value, required }]) => ({
        name: option,
        default: required ? 'required' : type === 'boolean' ? 'off' : value && `\`${value}\``,
      })),
  }));
  for (const { name, options } of known) {
    // Computed defaults are described in words.
    const expected = options.map((option) => ({ ...option, default: option.default ?? expect.any(String) }));
    const found = described.find((one) => one.name === name);
    expect([name, found?.options]).toEqual([name, expected]);
  }
});

it('refuses names of built-in commands for modules', () => {
  const command: ModuleCommand<unknown> = { description: 'Another.', run: () => undefined };
  for (const name of Object.keys(commands)) {
    expect(() => createService({ modules: [{ name: 'shop', commands: { [name]: command } }] })).toThrow(
      `The command "${name}"`,
    );
  }
});

it('describes each command in one sentence', () => {
  for (const { meta } of Object.values(commands)) {
    expect(meta).toMatchObject({ description: expect.stringMatching(/^[A-Z].*\.$/) });
  }
});

const root = new URL('../../../..', import.meta.url).pathname;
const application = `
import { defineModule, defineService } from '@rowhouse/service';

const shop = defineModule({
  name: 'shop',
  commands: {
    'shop:people': {
      description: 'Count the people of a role.',
      args: { role: { type: 'string', description: 'Name of the role.', required: true } },
      run: async ({ args, context, print }) => {
        if (args.role === 'nobody') throw new Error('There is no such role.');
        const rows = await context.db.selectFrom('roles').select('name').where('name', '=', String(args.role)).execute();
        print(\`\${rows.length} of \${args.role}, \${typeof context.jobs.send}\`);
      },
    },
  },
});

export default defineService({ modules: [shop] });
`;

let folder: string;
let database: TestDatabase<Database>;
beforeAll(async () => {
  // Inside the repository, so that its packages are found.
  folder = await mkdtemp(join(root, 'test-output/commands-'));
  await writeFile(join(folder, 'rowhouse.config.ts'), application);
  await writeFile(join(folder, 'broken.ts'), 'throw new Error("no licence");');
  database = await createTestDatabase<Database>('postgres');
});
afterAll(async () => {
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: string[], app = 'rowhouse.config.ts') =>
  runCommand(
    {
      DATABASE_URL: database.url ?? '',
      ROWHOUSE_DATA_DIR: join(folder, 'data'),
      ROWHOUSE_APP: join(folder, app),
      NO_COLOR: '1',
    },
    { args, folder },
  ).ended;

it('lists a command of a module with the built-in ones', async () => {
  const { output } = await run(['--help']);
  expect(output).toMatch(/user:create[\s\S]*shop:people\s+Count the people of a role\./);
  expect((await run(['shop:people', '--help'])).output).toContain('--role');
});

it('runs a command of a module with its options and the context', async () => {
  expect(await run(['shop:people', '--role', 'user'])).toEqual({
    status: 0,
    output: '1 of user, function\n',
    errors: '',
  });
});

it('ends with status 1 if a command of a module fails', async () => {
  const { status, errors } = await run(['shop:people', '--role', 'nobody']);
  expect([status, errors]).toEqual([1, expect.stringContaining('There is no such role.')]);
});

it('lists built-in commands if the application is invalid, with the reason', async () => {
  const { output, errors } = await run(['--help'], 'broken.ts');
  expect(output).toContain('user:create');
  expect(errors).toMatch(
    /The commands of the application are not listed: .*broken\.ts could not be loaded: .*no licence/,
  );
});

it('refuses an unknown command, and suggests a similar one', async () => {
  const { status, errors } = await run(['shop:poeple']);
  expect([status, errors]).toEqual([
    2,
    expect.stringContaining('There is no command "shop:poeple"; did you mean "shop:people"?'),
  ]);
});
