import type { DataResponse, RecordForm, RecordResponse } from '@rowhouse/table-protocol';
import { installChanges, removeChanges } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../../../test/databases.ts';
import { grantPermissions } from '../../modules/users/access/storeAccess.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { databaseReport, findDatabases } from './findDatabases.ts';

/** Without a line about them: the records of a database that is served with `--write`. */
describe.each(dialects)('An existing database that may be written, on %s', (dialect) => {
  let existing: ExistingDatabase;
  let service: TestService;
  let boss: Record<string, string>;
  let clerk: Record<string, string>;
  beforeAll(async () => {
    existing = await createExistingDatabase(dialect);
    const { url, schemas } = existing;
    // The rows were inserted with their numbers, of which the sequence knows nothing.
    if (dialect === 'postgres') {
      await sql`select setval(pg_get_serial_sequence('orders', 'id'), 1000)`.execute(existing.db);
    }
    const settings = { url, ...(schemas && { schemas }) };
    service = await startTestService(
      {},
      { definition: { databases: { open: { ...settings, writable: true }, closed: settings } } },
    );
    boss = await signedIn('boss@example.com', 'administrator');
    clerk = await signedIn('clerk@example.com', 'user');
  });
  afterAll(async () => {
    await service?.destroy();
    await existing?.destroy();
  });

  async function signedIn(email: string, role: string): Promise<Record<string, string>> {
    await service.addUser(email, role);

    return { authorization: `Bearer ${(await service.signIn(email)).token}` };
  }
  const send = async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers = boss,
  ) => {
    const { status, body: received, text } = await service.call(`/api/${path}`, { method, headers, body });

    return { status, body: received as Body, text };
  };
  const countOf = async (table: string) => {
    const db = existing.db as Kysely<Record<string, object>>;
    const { rows } = await sql<{ n: unknown }>`select count(*) as n from ${sql.id(table)}`.execute(db);

    return Number(rows[0]?.n);
  };

  it('is reported with the command that lets changes be undone, until it has run', async () => {
    const remarks = (name: string) => {
      const found = service.databases.find((database) => database.name === name);

      return found && databaseReport(found).filter((line) => line.includes('databases:prepare'));
    };
    expect(remarks('open')).toEqual([expect.stringContaining('"rowhouse databases:prepare open"')]);
    expect(remarks('closed')).toEqual([]);
    await installChanges(existing.db);
    const [open] = await findDatabases({ open: { url: existing.url, writable: true } });
    expect(open?.isPrepared).toBe(true);
    await removeChanges(existing.db);
  });

  it('lists the forms of tables with a key to users who may use them', async () => {
    const entries = async (headers: Record<string, string>) =>
      (
        await send<{ data: { id: string; create?: string; edit?: string }[] }>(
          'GET',
          'core/tables',
          undefined,
          headers,
        )
      ).body.data;
    const all = await entries(boss);
    const find = (id: string) => all.find((entry) => entry.id === id);
    expect(find('open.orders')).toMatchObject({
      create: '/api/open/orders/create',
      edit: '/api/open/orders/edit',
    });
    expect(find('open.order_totals')).not.toHaveProperty('create');
    expect(find('open.without_key')).not.toHaveProperty('create');
    expect(find('closed.orders')).not.toHaveProperty('create');
    expect(all.filter(({ create }) => create).length).toBeGreaterThanOrEqual(20);
    await grantPermissions(service.database.db, 'user', [
      'open.cities.init',
      'open.cities.tableData',
      'open.cities.edit',
      'open.cities.update',
    ]);
    service.users.forget();
    expect(await entries(clerk)).toEqual([
      expect.objectContaining({ id: 'open.cities', edit: expect.anything() }),
    ]);
    expect((await entries(clerk))[0]).not.toHaveProperty('create');
  });

  it('creates, changes and deletes records, and refuses what contradicts the database', async () => {
    const before = await countOf('orders');
    const form = await send<RecordForm>('GET', 'open/orders/create');
    expect(form.status, form.text).toBe(200);
    const fields = Object.fromEntries(form.body.fields.map((field) => [field.name, field]));
    expect(fields.number).toMatchObject({ label: 'Number', required: true, maxLength: 20 });
    expect(fields.customer_id).toMatchObject({ label: 'Customer', type: 'select', names: 'id' });
    expect(fields).not.toHaveProperty('id');
    const { body: customers } = await send<{ data: { id: number; name: string }[] }>(
      'POST',
      String(fields.customer_id?.path).slice('/api/'.length),
      { meta: { names: { query: 'Ada 3', limit: 5 } } },
    );
    expect(customers).toMatchObject({
      names: expect.arrayContaining([expect.objectContaining({ name: 'Ada 3' })]),
    });
    const values = {
      number: 'W-1',
      customer_id: 3,
      status: 'new',
      total: '12.50',
      placed_on: '2026-11-28',
      settings: '{"n": 1}',
    };
    const created = await send<RecordResponse>('POST', 'open/orders/store', { values });
    expect(created.status, created.text).toBe(201);
    expect(await countOf('orders')).toBe(before + 1);
    const row = created.body.dtRowId;
    const twice = await send<{ errors: object; existing: object }>('POST', 'open/orders/store', {
      values: { ...values, customer_id: 4711, total: 'much' },
    });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['values.total']]);
    const again = await send<{ errors: object; existing: object }>('POST', 'open/orders/store', { values });
    expect([again.status, Object.keys(again.body.errors), again.body.existing]).toEqual([
      422,
      ['values.number'],
      { dtRowId: String(row) },
    ]);
    const changed = await send<RecordResponse>('PATCH', 'open/orders/update', {
      row,
      values: { total: '13' },
    });
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('13.00')]);
    expect((await send('DELETE', `open/orders/destroy/${row}`)).status).toBe(200);
    expect(await countOf('orders')).toBe(before);
    expect((await send('DELETE', 'open/customers/destroy/1')).status).toBe(422);
    expect(await countOf('customers')).toBe(40);
  });

  it('never writes columns that it does not show', async () => {
    const { body } = await send<RecordForm>('GET', 'open/customers/edit?row=1');
    expect(body.fields.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['password_hash']));
    expect(JSON.stringify(body)).not.toMatch(/hash-1|secret-1/);
    for (const name of ['password_hash', 'api_key', 'customers.password_hash', 'PASSWORD_HASH', 'id']) {
      const { status } = await send('PATCH', 'open/customers/update', { row: 1, values: { [name]: 'x' } });
      expect([name, status]).toEqual([name, 422]);
    }
  });

  it('lets nobody write without the permission, and not without `writable`', async () => {
    const before = await existing.checksum();
    const values = { name: 'Rome', country: 'GR' };
    expect((await send('POST', 'open/cities/store', { values }, clerk)).status).toBe(403);
    expect((await send('DELETE', 'open/cities/destroy/1', undefined, clerk)).status).toBe(403);
    expect((await send('POST', 'open/cities/store', { values }, {})).status).toBe(401);
    for (const [method, path] of [
      ['GET', 'create'],
      ['POST', 'store'],
      ['PATCH', 'update'],
      ['DELETE', 'destroy/1'],
    ] as const) {
      expect(
        (await send(method, `closed/cities/${path}`, method === 'POST' ? { values } : undefined)).status,
      ).toBe(404);
    }
    expect(await existing.checksum()).toBe(before);
    const { body } = await send<DataResponse>('POST', 'open/cities/tableData', {});
    expect(body.count).toBe(3);
  });
});
