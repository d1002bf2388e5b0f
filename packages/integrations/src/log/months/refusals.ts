import { type Kysely, sql } from 'kysely';
import { currentTable as table } from '../apiLogs.ts';

/** The log cannot be partitioned as it is; the message says why, and what to do. Nothing was changed. */
export class PartitionRefusedError extends Error {
  override readonly name = 'PartitionRefusedError';
}

interface Obstacle {
  readonly kind: keyof typeof remedies;
  readonly name: string;
}

const remedies = {
  key: 'is not a primary key of (id). Make it one',
  column: 'is not "timestamptz not null". Change its type',
  unique: 'is a unique index without created_at, which a partitioned table cannot have. Drop it',
  reference: 'is a foreign key to the log, which would need its time, too. Drop it',
  view: 'reads the log, and would see the old months only. Drop it, and create it again afterwards',
  trigger: 'is a trigger, which would be missing on new months. Drop it, and create it again afterwards',
  policy: 'is a row security policy, which would be lost. Drop it, and create it again afterwards',
  publication: 'publishes the log. Remove the log from it, and add it again afterwards',
  inheritance: 'inherits from the log, or the log from it. End that',
} as const;

/** Throws if something depends on the log being the table that it is. */
export async function refuseObstacles<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<Obstacle>`
    with log as (select to_regclass(${table})::oid as log_oid)
    select 'key' as kind, coalesce((select conname::text from pg_constraint where conrelid = log_oid and contype = 'p'),
        'The key of api_logs') as name
      from log where not exists (
        select from pg_constraint join pg_attribute on attrelid = conrelid and attname = 'id'
        where conrelid = log_oid and contype = 'p' and conkey = array[attnum])
    union all select 'column', attname from log join pg_attribute on attrelid = log_oid
      where attname = 'created_at' and not (attnotnull and atttypid = 'timestamptz'::regtype)
    union all select 'unique', indexrelid::regclass::text from log join pg_index on indrelid = log_oid
      where (indisunique or indisexclusion) and not indisprimary and not exists (
        select from pg_attribute where attrelid = log_oid and attname = 'created_at' and attnum = any (indkey::int2[]))
    union all select 'reference', concat(conname, ' of ', conrelid::regclass) from log join pg_constraint on confrelid = log_oid
    union all select distinct 'view', ev_class::regclass::text from log
      join pg_depend on refobjid = log_oid and refclassid = 'pg_class'::regclass and pg_depend.classid = 'pg_rewrite'::regclass
      join pg_rewrite on pg_rewrite.oid = objid
    union all select 'trigger', tgname from log join pg_trigger on tgrelid = log_oid
      where not tgisinternal and tgname not like 'rowhouse\\_rows\\_%'
    union all select 'policy', polname from log join pg_policy on polrelid = log_oid
    union all select 'publication', pubname from log join pg_publication_rel on prrelid = log_oid
      join pg_publication on pg_publication.oid = prpubid
    union all select 'inheritance', other::regclass::text from log join lateral (
        select inhrelid as other from pg_inherits where inhparent = log_oid
        union select inhparent from pg_inherits where inhrelid = log_oid) as others on true
    order by 1, 2`.execute(db);
  if (rows.length === 0) return;
  const list = rows.map(({ kind, name }) => `  ${name} ${remedies[kind]}.`).join('\n');

  throw new PartitionRefusedError(
    `${table} cannot be partitioned by month as it is. Nothing was changed.\n${list}\nThen run it again.`,
  );
}
