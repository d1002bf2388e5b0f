import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StartError } from '../../base/errors.ts';
import { loggerOf } from '../../base/ServiceLogger.ts';
import { createAuth } from '../../modules/users/auth/createAuth.ts';
import { createServiceDatabase, migrate } from '../../testing/demoService.ts';
import { connect } from './Database.ts';

describe('Migrations', () => {
  it('run once when two processes start at the same time, and create the tables of the sign-in library', async () => {
    const { db, url, destroy } = await createServiceDatabase();
    const other = connect({ url: url as string, poolSize: 2, onIdleError: () => undefined });
    try {
      const ran = await Promise.all([migrate(db), migrate(other.db)]);
      expect(ran.map((names) => names.includes('0001_users_and_access')).sort()).toEqual([false, true]);
      expect(await migrate(db)).toEqual([]);
      const config = { baseUrl: 'http://localhost', environment: 'development', signUp: false } as const;
      const auth = createAuth({
        db,
        config,
        secret: 'x'.repeat(32),
        onSignUp: async () => {},
        logger: loggerOf(() => undefined),
      });
      const { toBeCreated, toBeAdded, schemaProblems } = await getMigrations(auth.options);
      expect({ toBeCreated, toBeAdded, schemaProblems }).toEqual({
        toBeCreated: [],
        toBeAdded: [],
        schemaProblems: [],
      });
    } finally {
      await other.close();
      await destroy();
    }
  });

  it('reports migrations of a newer version, with the remedy', async () => {
    const { db, destroy } = await createServiceDatabase();
    try {
      await migrate(db);
      await sql`insert into kysely_migration (name, timestamp)
        values ('9998_cover', now()::text), ('9999_later', now()::text)`.execute(db);
      const error = await migrate(db).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartError);
      expect((error as Error).message).toBe(
        'DATABASE_URL: a newer version has changed the tables of this database; this one does not know 9998_cover, ' +
          '9999_later. Run the newer version, or restore the backup that was made before its upgrade.',
      );
    } finally {
      await destroy();
    }
  });

  it('report missing privileges of the database user', async () => {
    const { db, url, destroy } = await createServiceDatabase();
    const role = `may_not_${process.pid}`;
    const address = new URL(url as string);
    [address.username, address.password] = [role, 'secret'];
    const other = connect({ url: address.href, poolSize: 1, onIdleError: () => undefined });
    try {
      await sql`create role ${sql.ref(role)} login password 'secret'`.execute(db);
      await expect(migrate(other.db)).rejects.toThrow(
        /^DATABASE_URL: its user may not create the tables of the service \(permission denied for database .+\)\. .+"create schema rowhouse authorization …"/,
      );
      // The remedy that needs no privilege on the database.
      await sql`create schema rowhouse authorization ${sql.ref(role)}`.execute(db);
      expect(await migrate(other.db)).toContain('0001_users_and_access');
    } finally {
      await other.close();
      await sql`drop owned by ${sql.ref(role)} cascade`.execute(db);
      await sql`drop role ${sql.ref(role)}`.execute(db);
      await destroy();
    }
  });
});
