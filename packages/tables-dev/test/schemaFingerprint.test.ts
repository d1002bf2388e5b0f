import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase, dialects } from '../../../test/databases.ts';
import { schemaFingerprint } from '../src/internal.ts';

it.each(dialects)('tells a schema from what it was, on %s', async (dialect) => {
  const { db, destroy } = await createTestDatabase(dialect);
  const run = async (statement: string) => void (await sql.raw(statement).execute(db));
  const key = dialect === 'sqlite' ? 'integer' : 'int not null';
  await run(`create table films (id ${key} primary key, title varchar(80))`);
  const seen = [await schemaFingerprint({ db })];
  const changes = [
    `create table actors (id ${key} primary key, name varchar(80))`,
    'alter table films add column length integer',
    'create view titles as select title from films',
    'alter table films rename column length to minutes',
    'create unique index films_title on films (title)',
    'drop view titles',
    'alter table films drop column minutes',
    ...(dialect === 'sqlite'
      ? []
      : [
          'alter table films alter column title set default 42',
          'alter table films add constraint films_id check (id > 0)',
          'alter table films add actor_id integer, add constraint films_actor foreign key (actor_id) references actors (id)',
        ]),
    ...(dialect === 'postgres'
      ? [
          "create type rating as enum ('G')",
          "alter type rating add value 'PG'",
          'alter table films alter id type bigint',
        ]
      : []),
    ...(dialect === 'mysql' ? ['alter table actors modify name varchar(81)'] : []),
  ];
  for (const change of changes) {
    await run(change);
    const fingerprint = await schemaFingerprint({ db });
    expect(seen, change).not.toContain(fingerprint);
    seen.push(fingerprint);
  }
  const rows = [
    "insert into actors values (1, 'Ada')",
    "update actors set name = 'Eve'",
    'delete from actors',
  ];
  const others = {
    postgres: [
      'analyze',
      'vacuum films',
      'truncate actors cascade',
      'create temporary table scratch (id integer)',
    ],
    mysql: ['analyze table films', 'create temporary table scratch (id integer)'],
    sqlite: ['analyze', 'create temporary table scratch (id integer)'],
  }[dialect];
  // SQLite keeps statistics in a table, which the first ANALYZE creates.
  if (dialect === 'sqlite') await run('analyze');
  const last = await schemaFingerprint({ db });
  for (const statement of [...rows, ...others]) {
    await run(statement);
    expect(await schemaFingerprint({ db }), statement).toBe(last);
  }
  await destroy();
});
