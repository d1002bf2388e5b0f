import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '@rowhouse/service/testing';
import service from '../rowhouse.config.ts';

let app: TestService;
before(async () => {
  app = await startTestService(service);
});
after(() => app?.stop());

const path = '/api/invoices/tableData?meta[search]=smith&meta[length]=10';
interface Page {
  readonly data: readonly { readonly number: string; readonly paid: boolean }[];
}
interface Faults {
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

test('Lets permitted users find invoices by customer, and change nothing', async () => {
  const user = await app.signIn({ permissions: ['invoices.init', 'invoices.tableData'] });
  const { body } = await user.get<Page>(path);
  assert.deepEqual(
    body.data.map(({ number }) => number),
    ['2026-002'],
  );
  assert.equal((await user.patch('/api/invoices/pay', { meta: {} })).status, 403);
});

test('Marks the invoices of the result as paid', async () => {
  const boss = await app.signIn({ role: 'administrator' });
  assert.equal((await boss.patch('/api/invoices/pay', { meta: { search: 'smith' } })).status, 202);
  assert.deepEqual(await app.runJobs(), []);
  const { body } = await boss.get<Page>(path);
  assert.equal(body.data[0]?.paid, true);
});

test('Creates invoices, and names the faults of one', async () => {
  const boss = await app.signIn({ role: 'administrator' });
  const values = { number: '2026-004', customer: 'Ada & Co', due: '2026-12-31', total: '99.90' };
  assert.equal((await boss.post('/api/invoices/store', { values })).status, 201);
  const { status, body } = await boss.post<Faults>('/api/invoices/store', { values });
  assert.equal(status, 422);
  assert.deepEqual(Object.keys(body.errors), ['values.number']);
});

test('Reminds the user of overdue invoices, in the pages and by mail', async () => {
  const boss = await app.signIn({ role: 'administrator' });
  await boss.post('/api/invoices/remind');
  assert.deepEqual(await app.runJobs(), []);
  const [notification] = await boss.notifications();
  assert.match(notification?.title ?? '', /^Overdue invoices: \d$/);
  assert.match(boss.mails()[0]?.text ?? '', /2026-001/);
});
