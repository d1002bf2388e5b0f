import { type Kysely, sql } from 'kysely';

/** The end of a job as a code and parameters. Sentences of earlier jobs stay, in the language that they were written in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('table_jobs').addColumn('outcome', 'jsonb').execute();
  await sql`update table_jobs
    set outcome = jsonb_build_object('code', 'own', 'parameters', jsonb_build_object('message', message))
    where message is not null`.execute(db);
  await db.schema.alterTable('table_jobs').dropColumn('message').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('table_jobs').addColumn('message', 'text').execute();
  await sql`update table_jobs set message = coalesce(outcome -> 'parameters' ->> 'message', outcome ->> 'code')`.execute(
    db,
  );
  await db.schema.alterTable('table_jobs').dropColumn('outcome').execute();
}
