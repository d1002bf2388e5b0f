import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadAvatar } from '../../testing/avatarRequests.ts';
import { englishIn } from '../../testing/englishTexts.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

/**
 * Walks through every form of the pages with invalid input, and through failing exports, actions, edits and calls, in German
 * and Arabic: no English sentence may be sent. Texts that the application has written itself are not part of it.
 */
let service: TestService;
let boss: string;
let clerk: string;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de,ar', ROWHOUSE_WORKERS: 'false' });
  await service.addUser('boss@example.com', 'administrator');
  await service.addUser('clerk@example.com', 'user');
  boss = (await service.signIn('boss@example.com')).token;
  clerk = (await service.signIn('clerk@example.com')).token;
});
afterAll(() => service?.destroy());

type Call = readonly [method: string, path: string, body?: unknown, by?: 'boss' | 'clerk' | 'nobody'];

const user = {
  name: 'Ada',
  email: 'ada@example.com',
  roleId: 3,
  language: 'en',
  isActive: true,
  password: 'correct horse battery',
};
const rows = { meta: { start: 0, length: 10 } };
const forms: Readonly<Record<string, readonly Call[]>> = {
  users: [
    ['POST', '/api/users', {}],
    ['POST', '/api/users', { ...user, email: 'ada' }],
    ['POST', '/api/users', { ...user, email: 'boss@example.com' }],
    ['POST', '/api/users', { ...user, roleId: 999 }],
    ['POST', '/api/users', { ...user, password: 'short' }],
    ['POST', '/api/users', { ...user, name: ' ' }],
    ['POST', '/api/users', { ...user, name: 'x'.repeat(300) }],
    ['POST', '/api/users', { ...user, language: 'xx' }],
    ['POST', '/api/users', { ...user, isActive: 'maybe' }],
    ['POST', '/api/users', { ...user, nickname: 'ada' }],
    ['POST', '/api/users', { ...user, password: undefined }],
    ['POST', '/api/users', { ...user, invite: true }],
    ['POST', '/api/users', { ...user, invite: true, password: undefined }],
    ['PATCH', '/api/users/2', { isActive: false }],
    ['PATCH', '/api/users/2', { roleId: 3 }],
    ['PATCH', '/api/users/2', { password: 'correct horse battery 2' }],
    ['PATCH', '/api/users/999', { name: 'Ada' }],
    ['PATCH', '/api/users/x', { name: 'Ada' }],
    ['GET', '/api/users/999/edit'],
    ['POST', '/api/users', user, 'clerk'],
    ['POST', '/api/core/impersonation/2'],
    ['DELETE', '/api/core/impersonation'],
  ],
  roles: [
    ['POST', '/api/roles', {}],
    ['POST', '/api/roles', { label: '' }],
    ['POST', '/api/roles', { label: 'Supervisor' }],
    ['POST', '/api/roles', { label: 'Night', copyOf: 999 }],
    ['POST', '/api/roles', { label: 'Night', copyOf: 1 }],
    ['PATCH', '/api/roles/2', { label: 'Boss' }],
    ['PATCH', '/api/roles/999', { label: 'Boss' }],
    ['DELETE', '/api/roles/2'],
    ['PUT', '/api/roles/2/permissions', { permissions: ['orders.shwo'] }],
    ['PUT', '/api/roles/2/permissions', { permissions: ['nonsense'] }],
    ['PUT', '/api/roles/1/permissions', { permissions: [] }],
    ['PUT', '/api/roles/999/permissions', { permissions: [] }],
  ],
  profile: [
    ['PATCH', '/api/core/me', { language: 'xx' }],
    ['PATCH', '/api/core/me', { timeZone: 'Mars/Olympus' }],
    [
      'POST',
      '/api/auth/change-password',
      { currentPassword: 'wrong horse', newPassword: 'battery horse correct' },
    ],
    ['PUT', '/api/core/notifications/preferences', { data: [{ type: 'nonsense', mail: true }] }],
    ['POST', '/api/core/api-keys', {}],
    ['POST', '/api/core/api-keys', { name: 'key', permissions: ['users.store'] }, 'clerk'],
    ['DELETE', '/api/core/api-keys/999'],
  ],
  views: [
    ['POST', '/api/views', {}],
    ['POST', '/api/views', { table: 'orders', name: ' ', state: {} }],
    ['POST', '/api/views', { table: 'orders', name: 'x'.repeat(200), state: {} }],
    ['POST', '/api/views', { table: 'orders', name: 'Late', state: { nonsense: 1 } }],
    ['POST', '/api/views', { table: 'nonsense', name: 'Late', state: {} }],
  ],
  tables: [
    ['POST', '/api/orders/tableData', { meta: { start: 0, length: 'ten' } }],
    ['POST', '/api/orders/tableData', { ...rows, filters: { orders: { nonsense: 1 } } }],
    [
      'POST',
      '/api/orders/tableData',
      { ...rows, where: { data: 'orders.nonsense', operator: 'is', value: 1 } },
    ],
    [
      'POST',
      '/api/orders/tableData',
      { ...rows, where: { data: 'orders.number', operator: 'near', value: 1 } },
    ],
    ['POST', '/api/orders/tableData', { ...rows, where: 7 }],
    ['POST', '/api/orders/tableData', rows, 'nobody'],
    ['POST', '/api/orders/exportExcel', { ...rows, format: 'doc' }],
    ['PATCH', '/api/orders/edit', { row: 999_999, column: 'note', value: 'x' }],
    ['GET', '/api/exports/999/download'],
    ['GET', '/api/nonsense'],
    ['GET', '/api/%zz'],
    ['GET', `/api/users/${'9'.repeat(300)}/edit`],
  ],
  'the sign-in': [
    ['POST', '/api/auth/sign-in/email', { email: 'boss@example.com', password: 'wrong' }, 'nobody'],
    ['POST', '/api/auth/request-password-reset', { email: 'boss@example.com' }, 'nobody'],
    ['POST', '/api/auth/reset-password', { token: 'x'.repeat(32), newPassword: 'short' }, 'nobody'],
    ['GET', '/api/core/me', undefined, 'nobody'],
  ],
  avatars: [
    ['GET', '/api/core/avatars/999'],
    ['PATCH', '/api/core/avatars/999'],
    ['POST', '/api/core/avatars', { avatar: 1 }],
    ['GET', '/api/core/avatars/1', undefined, 'nobody'],
  ],
};

async function messagesOf([method, path, body, by = 'boss']: Call, language: string): Promise<string[]> {
  const tokens = { boss, clerk, nobody: null };
  const token = tokens[by];
  const response = await service.call(path, {
    method,
    ...(body !== undefined && { body }),
    headers: { 'accept-language': language, ...(token && { authorization: `Bearer ${token}` }) },
  });
  expect(response.status, `${method} ${path}: ${response.text}`).toBeGreaterThanOrEqual(400);
  expect(response.status, response.text).toBeLessThan(500);
  const {
    message,
    detail,
    errors = {},
  } = response.body as {
    message: string;
    detail?: string;
    errors?: Record<string, string[]>;
  };

  return [message, ...(detail === undefined ? [] : [detail]), ...Object.values(errors).flat()];
}

describe.each(['de', 'ar'])('In the language %s', (language) => {
  const isEnglish = englishIn(language);

  it.each(Object.entries(forms))('no message of %s is English', async (_form, calls) => {
    const english: string[] = [];
    for (const call of calls) {
      for (const message of await messagesOf(call, language)) {
        if (isEnglish(message)) english.push(`${call[0]} ${call[1]}: ${message}`);
      }
    }
    expect(english).toEqual([]);
  });

  it('no message about an image that cannot be used is English', async () => {
    const headers = { 'accept-language': language, authorization: `Bearer ${boss}` };
    const svg = (content: string) => ({
      image: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${content}`),
    });
    const uploads = [
      { image: Buffer.from('hello') },
      { image: Buffer.alloc(0) },
      { image: Buffer.from('\x89PNG\r\n\x1A\nbroken', 'latin1') },
      { field: 'picture' },
      svg('width="20" height="10"/>'),
      svg('width="9" height="9"><image href="https://a.example/b.png"/></svg>'),
      svg('width="9" height="9">'),
      svg('/>'),
    ];
    for (const upload of uploads) {
      const { status, body } = await uploadAvatar(service, headers, upload);
      expect(status).toBeGreaterThanOrEqual(400);
      const { message, errors = {} } = body as { message: string; errors?: Record<string, string[]> };
      expect([message, ...Object.values(errors).flat()].filter(isEnglish)).toEqual([]);
    }
  });

  it('messages of what was done are not English', async () => {
    const headers = { 'accept-language': language, authorization: `Bearer ${boss}` };
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await service.call(path, { method, headers, ...(body !== undefined && { body }) });
      expect(response.status, response.text).toBeLessThan(300);

      return response.body as { message: string; id: number; user: { id: number } };
    };
    const role = await send('POST', '/api/roles', { label: `Role ${language}` });
    const person = await send('POST', '/api/users', { ...user, email: `${language}@example.com` });
    const done = [
      role,
      person,
      await send('PATCH', `/api/roles/${role.id}`, { label: `Rolle ${language}` }),
      await send('PUT', `/api/roles/${role.id}/permissions`, { permissions: ['orders.init'] }),
      await send('PATCH', `/api/users/${person.user.id}`, { name: 'Ada Byron' }),
      await send('DELETE', `/api/roles/${role.id}`),
    ].map(({ message }) => message);
    expect(done.filter(isEnglish)).toEqual([]);
  });
});

describe("A user's own language", () => {
  it('wins over that of the browser, also if the request is refused before the handler', async () => {
    const { cookie } = await service.signIn('clerk@example.com');
    const db = service.database.db;
    await db.updateTable('users').set({ language: 'de' }).where('email', '=', 'clerk@example.com').execute();
    service.users.forget();
    try {
      const headers = { cookie, origin: 'https://other.example', 'accept-language': 'en' };
      const { status, body } = await service.call('/api/core/me', { method: 'PATCH', body: {}, headers });
      expect([status, body.type]).toEqual([403, 'service.foreign_origin']);
      expect(body.message).toContain('nicht von https://other.example');
    } finally {
      await db
        .updateTable('users')
        .set({ language: null })
        .where('email', '=', 'clerk@example.com')
        .execute();
      service.users.forget();
    }
  });
});

describe('English', () => {
  it('is noticed by its words, and by the texts of the code', () => {
    const isEnglish = englishIn('de');
    expect(isEnglish('"ada" is not an address; send another value.')).toBe(true);
    expect(isEnglish('Invalid password.')).toBe(true);
    expect(isEnglish('You have no export 7.')).toBe(true);
    expect(isEnglish('"this is it" ist kein Datum.')).toBe(false);
  });
});
