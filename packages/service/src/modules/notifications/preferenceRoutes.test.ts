import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.destroy());

let people = 0;
async function person(role = 'user') {
  const email = `person${++people}@example.com`;
  await service.addUser(email, role);
  const headers = { authorization: `Bearer ${(await service.signIn(email)).token}` };

  return {
    call: (method: string, path: string, body?: unknown) =>
      service.call(`/api/core/notifications${path}`, { method, headers, body }),
  };
}

describe('The preferences', () => {
  const everything = { mail: true, database: true, broadcast: true };
  const types = ['export', 'action', 'import'].flatMap((kind) => [`${kind}.finalized`, `${kind}.failed`]);
  const mandatory = (type: string) => (type === 'export.finalized' ? ['mail'] : []);

  it('have everything on by default, and a label for each type', async () => {
    const ada = await person();
    const response = await ada.call('GET', '/preferences');
    expect(response.body.data).toEqual(
      types.map((type) => ({
        type,
        label: expect.stringMatching(/^An? (export|background action|import)/),
        ...everything,
        mandatory: mandatory(type),
      })),
    );
  });

  it('include API calls for administrators', async () => {
    const { body } = await (await person('administrator')).call('GET', '/preferences');
    expect(body.data).toMatchObject([...types, 'apiCall.error'].map((type) => ({ type })));
  });

  it('are changed by type and channel; the rest stays unchanged', async () => {
    const [ada, ben] = [await person(), await person()];
    const put = (data: unknown) => ada.call('PUT', '/preferences', { data });
    await put([{ type: 'export.failed', mail: false }]);
    const response = await put([
      { type: 'export.failed', broadcast: false },
      { type: 'export.finalized', mail: true, database: false },
      { type: 'action.failed' },
    ]);
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject([
      { type: 'export.finalized', mail: true, database: false, broadcast: true },
      { type: 'export.failed', mail: false, database: true, broadcast: false },
      { type: 'action.finalized', ...everything },
      { type: 'action.failed', ...everything },
      { type: 'import.finalized', ...everything },
      { type: 'import.failed', ...everything },
    ]);
    expect((await ada.call('GET', '/preferences')).body).toEqual(response.body);
    expect((await put([{ type: 'export.failed', ...everything }])).body.data).toMatchObject([
      {},
      { type: 'export.failed', ...everything },
      {},
      {},
      {},
      {},
    ]);
    expect((await put([])).status).toBe(200);
    expect((await ben.call('GET', '/preferences')).body.data).toMatchObject(types.map(() => everything));
  });

  it('are refused together if invalid, with the known types', async () => {
    const ada = await person();
    const known = `must be one of ${[...types, 'apiCall.error'].join(', ')}, not`;
    const response = await ada.call('PUT', '/preferences', {
      data: [
        { type: 'export.finalised', mail: false },
        { type: '__proto__' },
        { type: 'export.finalized', mail: false },
        { type: 'export.failed' },
        { type: 'export.failed', mail: false },
      ],
    });
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({
      'data.0.type': [`${known} "export.finalised"`],
      'data.1.type': [`${known} "__proto__"`],
      'data.2.mail': ['must stay on: export.finalized is always sent by mail'],
      'data.4.type': ['must not be repeated; export.failed occurs before'],
    });
    expect((await ada.call('GET', '/preferences')).body.data).toMatchObject(types.map(() => everything));
  });

  it('are refused in an invalid form, with the path of the fault', async () => {
    const ada = await person();
    for (const [body, field] of [
      [{ data: [{ type: 'export.failed', mail: null }] }, 'data.0.mail'],
      [{ data: [{ type: 'export.failed', mail: 'false' }] }, 'data.0.mail'],
      [{ data: [{ type: 'export.failed', sms: true }] }, 'data.0.sms'],
      [{ data: [{ type: 'export.failed', user_id: 1 }] }, 'data.0.user_id'],
      [{ data: [{ mail: true }] }, 'data.0.type'],
      [{ data: [{ type: 'x'.repeat(101) }] }, 'data.0.type'],
      [{ data: {} }, 'data'],
      [{}, 'data'],
      [{ data: [], more: 1 }, 'more'],
      [{ data: Array(101).fill({ type: 'export.failed' }) }, 'data'],
    ] as const) {
      const response = await ada.call('PUT', '/preferences', body);
      expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, [field]]);
    }
  });
});
