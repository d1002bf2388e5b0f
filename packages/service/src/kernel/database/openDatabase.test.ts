import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../test/databases.ts';
import { openDatabase } from './openDatabase.ts';

const open = (databaseUrl: string) =>
  openDatabase({
    config: { databaseUrl, databaseSchema: 'rowhouse', databasePoolSize: 2, dataDir: tmpdir() },
    use: 'own',
    log: () => undefined,
  });

it('A server that cannot be used is named with the remedy, and without its password', async () => {
  const { url, destroy } = await createTestDatabase('postgres');
  try {
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url as string);
      change(address);
      return open(address.href).catch((error: Error) => error.message);
    };
    const password = new URL(url as string).password;
    const away = await changed((address) => {
      address.port = '1';
    });
    expect(away).toMatch(
      /^DATABASE_URL: no PostgreSQL server responds at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start it/,
    );
    expect(away).not.toContain(password);
    expect(
      await changed((address) => {
        address.pathname = '/missing';
      }),
    ).toMatch(/there is no database "missing" on .*createdb missing/);
    const refused = await changed((address) => {
      address.password = 'wrong';
    });
    expect(refused).toMatch(/does not accept the password of the user "postgres"/);
    expect(refused).not.toContain('wrong');
    const database = await open(url as string);
    expect(database.embedded).toBeNull();
    await database.close();
  } finally {
    await destroy();
  }
});
