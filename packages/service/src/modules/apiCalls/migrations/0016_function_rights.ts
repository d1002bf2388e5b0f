import { type Kysely, sql } from 'kysely';

/**
 * Functions of kept counts and page marks that were installed before find temporary objects last, and are not for everybody. For
 * all followed tables, without a lock on any.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`do $block$
    declare
      installed record;
    begin
      for installed in
        select oid::regprocedure as signature, prosecdef, (
          select substr(setting, length('search_path=') + 1) from unnest(proconfig) as setting
          where setting like 'search_path=%' and setting !~ 'pg_temp$'
        ) as path
        from pg_proc where pronamespace = current_schema()::regnamespace and proname like 'rowhouse\\_%'
      loop
        if installed.path is not null then
          execute format('alter function %s set search_path = %s, pg_temp', installed.signature, installed.path);
        end if;
        if installed.prosecdef then
          execute format('revoke execute on function %s from public', installed.signature);
        end if;
      end loop;
    end $block$`.execute(db);
}

/** The functions stay: earlier versions call them as well. */
export async function down(): Promise<void> {}
