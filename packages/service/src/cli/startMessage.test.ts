import { expect, it } from 'vitest';
import { type StartFacts, startMessage } from './startMessage.ts';

const later: StartFacts = {
  address: 'http://127.0.0.1:3000',
  config: {
    dataDir: '/data',
    files: { driver: 'local' },
    databaseUrl: 'postgresql://user:hush@db.example:5432/rowhouse',
    mail: { from: 'Rowhouse <rowhouse@localhost>', smtp: null },
  },
  embedded: null,
  logFile: null,
  pagesBuilt: true,
  databases: [],
  modulePages: null,
  notes: {
    first: [
      ['Sign in', 'ada@example.com'],
      ['', 'another password: rowhouse user:password --email ada@example.com'],
    ],
    next: [['New user', 'rowhouse user:create --email ada@example.com --role supervisor']],
  },
};

it('shows the address and who can sign in', () => {
  const message = startMessage(later);
  expect(message).toContain(
    'Open       http://127.0.0.1:3000\n' +
      '  Sign in    ada@example.com\n' +
      '             another password: rowhouse user:password --email ada@example.com\n',
  );
  expect(message).toContain('db.example:5432 (DATABASE_URL)');
  expect(message).toContain('New user   rowhouse user:create --email ada@example.com --role supervisor\n');
  expect(message).not.toContain('hush');
});

it('shows how to build missing pages', () => {
  expect(startMessage(later)).not.toContain('build:pages');
  expect(startMessage({ ...later, pagesBuilt: false })).toMatch(
    /Open +http:\/\/127\.0\.0\.1:3000\n +without its pages: run "npm run build:pages" .+\n +Sign in +ada@example\.com\n/,
  );
});

it('shows the destination of mail', () => {
  expect(startMessage(later)).toContain('Mail       /data/outbox as files: no SMTP server is configured\n');
  const smtp = { host: 'mail.example', port: 587, secure: false, user: 'ada', password: 'hush-hush' };
  const message = startMessage({
    ...later,
    config: { ...later.config, mail: { from: 'Rowhouse <desk@mail.example>', smtp } },
  });
  expect(message).toContain('Mail       via mail.example:587, from Rowhouse <desk@mail.example>\n');
  expect(message).not.toContain('hush-hush');
});

it('reports missing or outdated pages of modules', () => {
  expect(startMessage({ ...later, modulePages: 'not built' })).toMatch(
    /without the pages of its modules: run "(npx )?rowhouse build" and restart/,
  );
  expect(startMessage({ ...later, modulePages: 'older' })).toMatch(
    /with outdated pages: run "(npx )?rowhouse build" to build them again/,
  );
});
