import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '@rowhouse/service/testing';
import service from './rowhouse.config.ts';

let app: TestService;
before(async () => {
  app = await startTestService(service);
});
after(() => app?.stop());

test('lists every table of the database for administrators', async () => {
  const boss = await app.signIn({ role: 'administrator' });
  const { body } = await boss.get<{ data: readonly { id: string; init: string }[] }>('/api/core/tables');
  assert.notEqual(body.data.length, 0);
  for (const { id, init } of body.data) assert.equal((await boss.get(init)).status, 200, id);
});
