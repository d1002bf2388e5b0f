import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataResponse, GroupsResponse } from '@rowhouse/table-protocol';
import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineModule } from '../../kernel/module/Module.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

const sold = {
  routePrefix: 'sold',
  name: 'Sold',
  source: 'found:orders',
  comparisonOperator: 'ILIKE',
  columns: [
    { label: 'Number', name: 'number', meta: ['searchable', 'sortable'] },
    { label: 'Customer', name: 'customer', data: 'customer.name', meta: ['searchable', 'groupable'] },
  ],
};

/** A template of a table of the served database. */
const shipped = defineTable({
  template: {
    routePrefix: 'found.cities',
    name: 'Cities by hand',
    source: 'found:cities',
    columns: [{ label: 'City', name: 'name', data: 'cities.name' }],
  },
  query: (db: Kysely<{ cities: { id: number; name: string } }>) =>
    db.selectFrom('cities').select(['cities.id as dtRowId', 'cities.name']),
});

let folder: string;
let existing: ExistingDatabase;
let other: ExistingDatabase;
let service: TestService;
let headers: Record<string, string>;
const write = (name: string, template: unknown) =>
  writeFile(join(folder, name), typeof template === 'string' ? template : JSON.stringify(template));
const definition = (crm = other.url) => ({
  modules: [defineModule({ name: 'made', tables: [shipped] })],
  databases: { found: { url: existing.url }, crm: { url: crm } },
  tables: folder,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-templates-'));
  existing = await createExistingDatabase('postgres');
  other = await createExistingDatabase('sqlite');
  await write('sold.json', sold);
  await write('employees.json', {
    routePrefix: 'people',
    source: 'crm:employees',
    columns: [
      { label: 'Name', name: 'full_name', meta: ['sort:ASC', 'sortable'] },
      { label: 'Manager', name: 'manager', data: 'manager.full_name' },
    ],
  });
  service = await startTestService({}, { definition: definition() });
  await service.addUser('boss@example.com', 'administrator');
  headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
});
afterAll(async () => {
  await service?.destroy();
  await existing?.destroy();
  await other?.destroy();
  await rm(folder, { recursive: true, force: true });
});

const rows = async (path: string) => {
  const response = await service.call(`/api/${path}/tableData`, { headers });
  expect(response.status, response.text).toBe(200);

  return (response.body as unknown as DataResponse).data;
};

describe('A template folder', () => {
  it('has its tables served, each on the database of its source', async () => {
    expect((await rows('sold'))[0]).toEqual({
      dtRowId: expect.anything(),
      number: expect.stringMatching(/^R-1/),
      customer: expect.stringMatching(/^(Ada|Bob) /),
    });
    expect(await rows('people')).toEqual([
      expect.objectContaining({ full_name: 'Ada Boss' }),
      expect.objectContaining({ full_name: 'Bob', manager: 'Ada Boss' }),
      expect.objectContaining({ full_name: 'Eve', manager: 'Ada Boss' }),
    ]);
  });

  it('groups by the record that a foreign key references, and not by its name', async () => {
    const read = async (meta: object) => {
      const groups = [{ column: 'customer' }];
      const request = { headers, method: 'POST', body: { meta: { groups, length: 30, ...meta } } };
      const { status, text, body } = await service.call('/api/sold/tableData', request);
      expect(status, text).toBe(200);

      return body as unknown;
    };
    const rename = (id: number, name: string) =>
      sql`update customers set name = ${name} where id = ${id}`.execute(existing.db);
    await rename(2, 'Ada 3');
    const { groups, count } = (await read({ length: 10 })) as GroupsResponse;
    expect(count).toBe(40);
    const same = ((await read({ start: 0, groupSort: { by: 'label' } })) as GroupsResponse).groups.filter(
      ({ label }) => label === 'Ada 3',
    );
    expect(same).toMatchObject([
      { value: 2, ambiguous: true },
      { value: 3, ambiguous: true },
    ]);
    expect(groups.every(({ label, ambiguous }) => (label === 'Ada 3') === (ambiguous ?? false))).toBe(true);
    for (const { value, count: rowCount } of same) {
      const { data } = (await read({ groupPath: [value] })) as DataResponse;
      const numbers = await sql<{ number: string }>`
        select number from orders where customer_id = ${value} order by number`.execute(existing.db);
      expect(data.map(({ number }) => String(number)).toSorted()).toEqual(
        numbers.rows.map((row) => row.number),
      );
      expect(data).toHaveLength(rowCount);
    }
    await rename(2, 'Bob 2');
  });

  it('merges templates with modules that replace found tables', async () => {
    expect((await rows('found/cities')).map((row) => Object.keys(row))).toContainEqual(['dtRowId', 'name']);
    const menu = (await service.call('/api/core/tables', { headers })).body.data as { id: string }[];
    const ids = menu.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['sold', 'people', 'found.cities', 'crm.orders']));
    expect(ids).not.toContain('found.orders');
    expect(ids).not.toContain('crm.employees');
    expect(ids.filter((id) => id === 'found.cities')).toHaveLength(1);
    expect(menu).toContainEqual(expect.objectContaining({ id: 'found.cities', name: 'Cities by hand' }));
  });

  it('is read again after a change in development', async () => {
    await write('sold.json', {
      ...sold,
      columns: [...sold.columns, { label: 'Sum', name: 'total', meta: ['sortable'] }],
    });
    expect(Object.keys((await rows('sold'))[0] ?? {})).toContain('total');
    const init = await service.call('/api/sold/init', { headers });
    expect(init.text).toContain('"Sum"');

    await write('sold.json', { ...sold, columns: [{ label: 'Sum', name: 'totl' }] });
    const { status, body } = await service.call('/api/sold/tableData', { headers });
    expect([status, body.type]).toEqual([500, 'tables.invalid_template']);
    expect(body.detail).toContain('sold.json: columns[0].data\n   The column "totl" has no');
    expect(service.log.join('\n')).toContain('sold.json: columns[0].data');
    await write('sold.json', sold);
    expect(Object.keys((await rows('sold'))[0] ?? {})).not.toContain('total');
  });

  it('prevents the start with faults, and reports all of them', async () => {
    await write('broken.json', '{ "routePrefix": ');
    await write('faulty.json', {
      routePrefix: 'faulty',
      source: 'found:customers',
      columns: [{ label: 'Name', name: 'nmae', data: 'customers.nmae', meta: ['sortabel'] }],
    });
    await write('homeless.json', { routePrefix: 'homeless', source: 'erp:orders', columns: [] });
    try {
      const start = startTestService({}, { definition: definition() });
      const { message } = await start.then(
        () => new Error('It started.'),
        (error: Error) => error,
      );
      expect(message).toMatch(/broken\.json\n {3}It is not valid JSON/);
      expect(message).toMatch(/faulty\.json: columns\[0\]\.meta\[0\]\n {3}.*"sortabel"/);
      expect(message).toMatch(
        /faulty\.json: columns\[0\]\.data\n {3}The table "customers" has no column "nmae"/,
      );
      expect(message).toMatch(
        /homeless\.json: source\n {3}No database "erp" is served\.\n {3}Write one of found, crm/,
      );
    } finally {
      for (const name of ['broken', 'faulty', 'homeless']) await rm(join(folder, `${name}.json`));
    }
  });

  it('responds 503 for templates of an unavailable database', async () => {
    const unavailable = await startTestService(
      {},
      { definition: definition('postgres://ada:secret@127.0.0.1:1/crm') },
    );
    try {
      await unavailable.addUser('boss@example.com', 'administrator');
      const { token } = await unavailable.signIn('boss@example.com');
      const call = (path: string) =>
        unavailable.call(path, { headers: { authorization: `Bearer ${token}` } });
      expect((await call('/api/people/init')).status).toBe(503);
      expect((await call('/api/sold/init')).status).toBe(200);
    } finally {
      await unavailable.destroy();
    }
  });
});
