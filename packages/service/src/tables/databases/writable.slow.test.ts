import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../../../test/databases.ts';
import { defineModule } from '../../kernel/module/Module.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { runCommand } from '../../testing/runCommand.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

interface Cities {
  cities: { id: number; name: string };
}

/** A table on the served database, with an action that writes. */
const citiesOf = (database: string) =>
  defineTable({
    template: {
      routePrefix: `${database}.towns`,
      name: 'Towns',
      source: `${database}:cities`,
      buttons: [
        {
          type: 'global',
          name: 'rename',
          label: 'Rename',
          icon: 'pen',
          class: 'is-link',
          action: 'ajax',
          method: 'PATCH',
          routeSuffix: 'rename',
        },
      ],
      columns: [{ label: 'Name', name: 'name', data: 'cities.name', meta: ['searchable'] }],
    },
    query: (db: Kysely<Cities>) => db.selectFrom('cities').select(['cities.id as dtRowId', 'cities.name']),
    actions: {
      rename: {
        row: ({ dtRowId }, { db }) =>
          db.updateTable('cities').set({ name: 'Renamed' }).where('id', '=', Number(dtRowId)).execute(),
      },
    },
  });

/** By the command, twice: it changes nothing the second time. */
async function prepare(settings: { readonly url: string }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-prepare-'));
  const databases = { open: { ...settings, writable: true }, closed: settings };
  const file = join(folder, 'rowhouse.config.mjs');
  await writeFile(file, `export default ${JSON.stringify({ databases })};`);
  const run = (args: string[]) => runCommand({ NO_COLOR: '1', ROWHOUSE_APP: file }, { args, folder }).ended;
  try {
    for (const names of [[], ['open']]) {
      expect(await run(['databases:prepare', ...names])).toEqual({
        status: 0,
        output: 'open: prepared for actions, imports, files and undo.\n',
        errors: '',
      });
    }
    expect(await run(['databases:prepare', 'closed'])).toMatchObject({
      status: 2,
      errors: '\n"closed" is not a writable served database. Writable: open.\n\n',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.each(dialects)('A served database whose connections may write, on %s', (dialect) => {
  let existing: ExistingDatabase;
  let service: TestService;
  let headers: Record<string, string>;
  beforeAll(async () => {
    existing = await createExistingDatabase(dialect);
    const { url, schemas } = existing;
    const settings = { url, ...(schemas && { schemas }) };
    await prepare(settings);
    service = await startTestService(
      {},
      {
        definition: {
          modules: [defineModule({ name: 'towns', tables: [citiesOf('open'), citiesOf('closed')] })],
          databases: { open: { ...settings, writable: true }, closed: settings },
        },
      },
    );
    await service.addUser('boss@example.com', 'administrator');
    headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
  });
  afterAll(async () => {
    await service?.destroy();
    await existing?.destroy();
  });

  const rename = (database: string) =>
    service.call(`/api/${database}/towns/rename`, {
      method: 'PATCH',
      headers,
      body: { meta: { search: database === 'open' ? 'Kyoto' : 'Athens' } },
    });
  const names = async () => {
    const { rows } = await sql<{ name: string }>`select name from cities order by id`.execute(existing.db);

    return rows.map(({ name }) => name);
  };

  it('allows actions of a module to write', async () => {
    const { status, text } = await rename('open');
    expect(status, text).toBe(200);
    expect(await names()).toEqual(['Athens', 'Renamed', 'Nowhere']);
  });

  it('does not serve the tables of runs of actions', () => {
    const paths = service.app.routeRules().map(({ path }) => path);
    expect(paths.filter((path) => path.includes('rowhouse_'))).toEqual([]);
  });

  it('has routes for changes of the records of found tables only where connections may write', () => {
    const routesOf = (database: string) => {
      const start = `/api/${database}/`;
      const rules = service.app
        .routeRules()
        .filter(({ path }) => path.startsWith(start) && !path.startsWith(`${start}towns/`));
      expect(rules.length).toBeGreaterThan(50);
      // One route is for tables that are created while it runs.
      const suffixes = rules.map(({ path }) => path.split('/').at(-1)).filter((suffix) => suffix !== '*');

      return [...new Set(suffixes)].sort();
    };
    const reading = ['exportExcel', 'init', 'tableData'];
    expect(routesOf('closed')).toEqual(reading);
    expect(routesOf('open')).toEqual([...reading, ':row', 'create', 'edit', 'store', 'update'].sort());
  });

  it('refuses every write on the server without the setting, also of an action', async () => {
    const before = await existing.checksum();
    const { status } = await rename('closed');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(service.log.join('')).toMatch(/read[- ]?only/i);
    expect(await existing.checksum()).toBe(before);
    expect((await names())[0]).toBe('Athens');
  });
});
