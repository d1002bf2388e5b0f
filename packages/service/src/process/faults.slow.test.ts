import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../definition/createService.ts';
import {
  defineJob,
  defineModule,
  defineSection,
  type Module,
  type ServiceDefinition,
  text,
  whole,
} from '../index.ts';
import type { Opened } from '../kernel/module/Module.ts';
import { runCommand } from '../testing/runCommand.ts';
import { startTestService } from '../testing.ts';

async function failure(modules: readonly Module[]): Promise<Error> {
  const error = await startTestService({ modules }).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);

  return error as Error;
}

describe('Modules in JavaScript', () => {
  it('get errors for unknown keys, with suggestions', () => {
    const definition = { module: [], modules: [{ name: 'office', tabels: [], colour: 'red' }, null] };
    expect(() => createService(definition as unknown as ServiceDefinition)).toThrow(
      /defineService has the unknown key "module"\. Did you mean "modules"\?[\s\S]*accepts modules only[\s\S]*the module "office" has the unknown key "tabels"\. Did you mean "tables"\?[\s\S]*the unknown key "colour"\. Known are name, tables/,
    );
    expect(() => createService({ modules: {} } as unknown as ServiceDefinition)).toThrow(
      'must be a list of modules',
    );
  });
});

describe('Routes', () => {
  it('reports routes that two modules add, with both modules', async () => {
    const access = { config: { access: 'public' } } as const;
    const one = defineModule({
      name: 'one',
      routes: (app) => {
        app.get('/api/desks', access, () => ({}));
        app.post('/api/desks', access, () => ({}));
        app.get('/health', access, () => ({}));
      },
    });
    const two = defineModule({
      name: 'two',
      routes: async (app) => {
        await app.register(
          async (inner) => {
            inner.get('/desks', access, () => ({}));
            inner.post('/desks', access, () => ({}));
          },
          { prefix: '/api' },
        );
      },
    });
    const { message } = await failure([one, two]);
    expect(message.split('\n').slice(1)).toEqual([
      '  - The route GET /health is added by the service and "one". Change or remove one.',
      '  - The route GET /api/desks is added by "one" and "two". Change or remove one.',
      '  - The route POST /api/desks is added by "one" and "two". Change or remove one.',
    ]);
  });

  it('reports routes that replace a page of the service, with the page and status 2', async () => {
    const access = { config: { access: 'public' } } as const;
    const desks = defineModule({
      name: 'desks',
      routes: (app) => {
        for (const path of ['/users', '/roles/:id', '/profile/*', '/desks', '/desks/:desk', '/api/users/x'])
          app.get(path, access, () => ({}));
        app.post('/users', access, () => ({}));
      },
    });
    const error = await failure([desks]);
    const text = (path: string, page: string) =>
      `  - The route GET ${path} of "desks" takes the address of the page "${page}" of the service. Change its path.`;
    expect([error.message.split('\n').slice(1), Reflect.get(error, 'status')]).toEqual([
      [text('/users', 'users'), text('/roles/:id', 'roles.create'), text('/profile/*', 'profile.access')],
      2,
    ]);
  });
});

describe('Names that two modules add', () => {
  it('are refused for jobs, with both modules, also for a job of the service', async () => {
    const job = (name: string) =>
      defineJob<{ n: number }>({ name, queue: 'heavy' }).handledBy({ run: async () => undefined });
    const one = defineModule({ name: 'one', jobs: () => [job('report'), job('twice'), job('twice')] });
    const two = defineModule({ name: 'two', jobs: () => [job('report'), job('export')] });
    const error = await failure([one, two]);
    expect([error.message.split('\n').slice(1), Reflect.get(error, 'status')]).toEqual([
      [
        '  - The job "export" is added by "tableJobs" and "two". Rename or remove one.',
        '  - The job "report" is added by "one" and "two". Rename or remove one.',
        '  - The job "twice" is added by "one" and "one". Rename or remove one.',
      ],
      2,
    ]);
  });

  it('are refused for parts of the context', async () => {
    const providing = (name: string, part: string) =>
      defineModule({ name, open: () => ({ provides: { [part]: {} } }) as Opened });
    const { message } = await failure([providing('one', 'stock'), providing('two', 'stock')]);
    expect(message).toContain('The part of the context "stock" is added by "one" and "two".');
    expect((await failure([providing('one', 'mail')])).message).toContain(
      'is added by "notifications" and "one".',
    );
  });
});

describe('A hook of requests that fails', () => {
  it('does not take /health, /ready and /metrics along', async () => {
    const never = () => new Promise<void>(() => undefined);
    const throwing = defineModule({
      name: 'throwing',
      hooks: {
        request: {
          before: () => {
            throw new Error('No hook today.');
          },
        },
      },
    });
    const hanging = defineModule({ name: 'hanging', hooks: { request: { before: never } } });
    const around = defineModule({ name: 'around', hooks: { request: { around: () => undefined } } });
    for (const module of [throwing, hanging, around]) {
      const service = await startTestService({ modules: [module] });
      try {
        for (const path of ['/health', '/ready', '/metrics']) {
          const { status } = await fetch(`${service.address}${path}`, {
            signal: AbortSignal.timeout(30_000),
          });
          expect([path, status]).toEqual([path, 200]);
        }
      } finally {
        await service.stop();
      }
    }
  });
});

describe('A module that throws', () => {
  const closed: string[] = [];
  const before = defineModule({
    name: 'before',
    open: ({ mode }) => ({ close: async () => void closed.push(mode) }),
  });
  const throwing = () => {
    throw new Error('no licence');
  };

  it.each<[string, Omit<Module, 'name'>, string, string[]]>([
    ['in open', { open: throwing }, 'could not be opened', ['serve']],
    ['in routes', { routes: throwing }, 'failed to add its routes', ['serve']],
    ['in jobs', { jobs: throwing }, 'failed to add its kinds of jobs', ['work', 'serve']],
    ['in background', { background: throwing }, 'failed to start its background work', ['work', 'serve']],
  ])('is named with the cause in %s, and everything is closed again', async (_, parts, what, expected) => {
    closed.length = 0;
    const error = await failure([before, { name: 'broken', ...parts }]);
    expect(error.message).toBe(`The module "broken" ${what}: no licence`);
    expect((error.cause as Error).message).toBe('no licence');
    expect(closed).toEqual(expected);
  });
});

it('names a failing migration, rolls back everything, and runs it again after a correction', async () => {
  const steps = (last: string) =>
    defineModule({
      name: 'office',
      migrations: {
        '0001_desks': { up: async (db) => void (await sql`create table desks (id int)`.execute(db)) },
        '0002_chairs': { up: async (db) => void (await sql`${sql.raw(last)}`.execute(db)) },
      },
    });
  const service = await startTestService();
  try {
    const broken = createService({ modules: [steps('create table desks (id int)')] });
    await expect(broken.migrate(service.context.db)).rejects.toThrow(
      /^Migration office\/0002_chairs of the module "office" failed: relation "desks" already exists\n\nEverything was rolled back[\s\S]*start again/,
    );
    const { rows } = await sql`select to_regclass('desks') as desks`.execute(service.db);
    expect(rows).toEqual([{ desks: null }]);
    const right = createService({ modules: [steps('create table chairs (id int)')] });
    expect(await right.migrate(service.context.db)).toEqual(['office/0001_desks', 'office/0002_chairs']);
  } finally {
    await service.stop();
  }
});

describe('The section of a module', () => {
  const seen: unknown[] = [];
  const office = defineModule({
    name: 'office',
    config: defineSection('office', {
      desks: whole('Desks.', { range: [1, 50, 'desks'], default: 4 }),
      key: text('Key of the door.', { secret: true, defaultText: 'none' }),
    }),
    routes: (app, { config }) => {
      // The type of the section is available in routes.
      const desks: number = config.office.desks;
      app.get('/api/desks', { config: { access: 'public' } }, () => ({ desks, language: config.language }));
    },
    jobs: ({ config }) => {
      seen.push(config.office.desks);

      return [];
    },
  });

  it('is read from the definition, which the file and variables override', async () => {
    const definition = { modules: [office], config: { office: { desks: 7 }, language: 'de' } };
    const service = await startTestService(definition);
    try {
      expect((await service.get('/api/desks')).body).toEqual({ desks: 7, language: 'de' });
      expect(seen).toEqual([7]);
    } finally {
      await service.stop();
    }
    const other = await startTestService(definition, { environment: { ROWHOUSE_OFFICE_DESKS: '9' } });
    expect((await other.get('/api/desks')).body.desks).toBe(9);
    await other.stop();
  });

  it('has its faults reported together with the others', async () => {
    await expect(
      startTestService({ modules: [office], config: { office: { desks: 99 }, bodyLimit: 1 } }),
    ).rejects.toThrow(/office\.desks" in .* is 99[\s\S]*bodyLimit/);
  });

  it('refuses a section with a name of the service', () => {
    const greedy = defineModule({ name: 'greedy', config: defineSection('mail', { x: text('X.', {}) }) });
    expect(() => createService({ modules: [greedy] })).toThrow('The key "mail" of the configuration');
  });
});

describe('A command', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(import.meta.dirname, '../../../../test-output/faults-'));
    await writeFile(
      join(folder, 'rowhouse.config.mjs'),
      'export default { modulse: [], modules: [{ name: "office", tabels: [] }], config: { langage: "de" } };',
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(['serve', 'work', 'migrate'])(
    'names all faults of modules, file and variables for %s, and ends with status 2',
    async (command) => {
      const environment = {
        ROWHOUSE_APP: join(folder, 'rowhouse.config.mjs'),
        ROWHOUSE_PORT: '70000',
        ROWHOUSE_DATA_DIR: join(folder, 'data'),
      };
      const { status, output, errors } = await runCommand(environment, { args: [command], folder }).ended;
      expect([status, output]).toEqual([2, '']);
      for (const fault of ['"modulse"', '"tabels"', 'langage', 'ROWHOUSE_PORT is 70000']) {
        expect(errors).toContain(fault);
      }
    },
  );
});
