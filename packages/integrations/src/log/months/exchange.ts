import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { dialectOf, currentTable as table } from '../apiLogs.ts';
import { defaultPartition, literal } from './logPartitions.ts';

interface FirstPartition {
  /** The new name of the table. */
  readonly name: string;
  readonly to: Date;
  /** Its unique index on (id, created_at), which becomes the primary key. */
  readonly key: string;
  /** Its valid constraint `created_at < to`, which saves PostgreSQL reading all rows. */
  readonly limit: string;
}

/** Makes a partitioned table of the same name, whose first partition is the table. Nothing is read, so it takes milliseconds. */
export async function exchange<DB>(
  transaction: Transaction<DB>,
  { name, to, key, limit }: FirstPartition,
): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(transaction);
  const root = sql.table(table);
  const part = sql.table(name);
  await run(sql`lock table ${root} in access exclusive mode`);
  const privileges = await privilegesOf(transaction);
  const primaryKey = await primaryKeyOf(transaction);
  const ids = await releaseIds(transaction);

  await run(sql`alter table ${root} rename to ${sql.ref(name)}`);
  await run(sql`alter table ${part} drop constraint ${sql.ref(primaryKey)},
    add constraint ${sql.ref(`${name}_pkey`)} primary key using index ${sql.ref(key)}`);
  await run(sql`create table ${root} (like ${part} including all) partition by range (created_at)`);
  await run(sql`alter table ${root} drop constraint ${sql.ref(limit)}`);
  await continueIds(transaction, ids, [root, part]);
  await run(sql`alter table ${root} attach partition ${part} for values from (minvalue) to (${literal(to)})`);
  await run(sql`alter table ${part} drop constraint ${sql.ref(limit)}`);
  await renameIndexes(transaction, name, primaryKey);
  await run(sql`create table ${sql.table(defaultPartition)} partition of ${root} default`);
  for (const one of [table, defaultPartition]) {
    for (const statement of dialectOf(transaction).tune?.(one) ?? []) await run(statement);
  }
  for (const privilege of privileges) await run(sql.raw(privilege));
}

/** Statements that give the new table the owner and the privileges of the old one. */
async function privilegesOf<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with log as (select oid as log_oid, relowner, relacl from pg_class where oid = to_regclass(${table})),
    granted as (
      select privilege_type as privilege, grantee, is_grantable from log, aclexplode(relacl)
      union all
      select format('%s (%I)', privilege_type, attname), grantee, is_grantable
      from log join pg_attribute on attrelid = log_oid, aclexplode(attacl)
    ),
    named as (
      select *, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as role from granted
    )
    select format('alter table %I owner to %I', ${table}::text, pg_get_userbyid(relowner)) as statement
      from log where pg_get_userbyid(relowner) <> current_user
    union all
    select format('grant %s on %I to %s%s', privilege, ${table}::text, role, case when is_grantable then ' with grant option' end)
      from named
    union all
    -- An identity needs none; a default does.
    select distinct format('grant usage on sequence %s to %s', ${`${table}_id_seq`}::text, role)
      from named where privilege ~ '^INSERT' and grantee <> (select relowner from log)
        and exists (select from log join pg_attribute on attrelid = log_oid where attname = 'id' and attidentity <> '')
    order by 1`.execute(db);

  return rows.map(({ statement }) => statement);
}

async function primaryKeyOf<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = to_regclass(${table}) and contype = 'p'`.execute(
    db,
  );

  return rows[0]?.name ?? `${table}_pkey`;
}

/** The last id; null if the ids are not those of an identity. */
interface Ids {
  readonly last: string;
  readonly isCalled: boolean;
}

/** A partition has no identity, so that the ids come from a sequence by default. */
async function releaseIds<DB>(db: Kysely<DB>): Promise<Ids | null> {
  const { rows } = await sql<{ sequence: string | null }>`
    select pg_get_serial_sequence(${table}, 'id') as sequence from pg_attribute
    where attrelid = to_regclass(${table}) and attname = 'id' and attidentity <> ''`.execute(db);
  const sequence = rows[0]?.sequence;
  if (!sequence) return null;
  const { rows: states } = await sql<Ids>`
    select last_value::text as "last", is_called as "isCalled" from ${sql.raw(sequence)}`.execute(db);
  await sql`alter table ${sql.table(table)} alter column id drop identity`.execute(db);

  return states[0] ?? null;
}

async function continueIds<DB>(
  db: Kysely<DB>,
  ids: Ids | null,
  tables: readonly RawBuilder<unknown>[],
): Promise<void> {
  const sequence = `${table}_id_seq`;
  if (ids !== null) {
    await sql`create sequence ${sql.table(sequence)}`.execute(db);
    await sql`select setval(${sequence}, ${ids.last}::bigint, ${ids.isCalled})`.execute(db);
    for (const one of tables) {
      await sql`alter table ${one} alter column id set default nextval(${sql.lit(sequence)})`.execute(db);
    }
  }
  await sql`do ${sql.lit(`begin
    if to_regclass('${sequence}') is not null then
      alter sequence ${sequence} owned by ${table}.id;
    end if;
  end`)}`.execute(db);
}

/** The indexes of the log keep their names; those of the partition get its name in front. */
async function renameIndexes<DB>(db: Kysely<DB>, name: string, primaryKey: string): Promise<void> {
  const { rows } = await sql<{ of_root: string; of_part: string; is_primary: boolean }>`
    select roots.relname as of_root, parts.relname as of_part, indisprimary as is_primary
    from pg_index join pg_inherits on inhrelid = indexrelid
    join pg_class as parts on parts.oid = inhrelid join pg_class as roots on roots.oid = inhparent
    where indrelid = to_regclass(${name})`.execute(db);
  for (const { of_root, of_part, is_primary } of rows) {
    const wanted = is_primary ? primaryKey : of_part;
    if (!is_primary) {
      const own = `${name}${of_part.replace(table, '')}`.slice(0, 63);
      await sql`alter index ${sql.table(of_part)} rename to ${sql.ref(own)}`.execute(db);
    }
    if (of_root !== wanted)
      await sql`alter index ${sql.table(of_root)} rename to ${sql.ref(wanted)}`.execute(db);
  }
}
