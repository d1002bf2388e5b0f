import { type EnglishText, say } from '@rowhouse/problems';
import type { TableJob } from '@rowhouse/table-protocol';
import { isJobOpen, openJobStatuses } from '@rowhouse/table-protocol/internal';
import { readActionFailures } from '@rowhouse/tables';
import { failureText } from '@rowhouse/tables/internal';
import fastifyPlugin from 'fastify-plugin';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { ServiceError } from '../../base/errors.ts';
import type { Grant } from '../../kernel/access/Grant.ts';
import { readerOf } from '../../kernel/access/readerOf.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { type Reader, storedText, translateFor } from '../../kernel/language/translate.ts';
import { runAfterHooks } from './endTableJob.ts';
import { coveredJobs } from './jobGrant.ts';
import { storedOutcome } from './jobOutcome.ts';
import { type JobList, jobList, shownJob } from './messages.ts';
import { jobPaths, presentJob, publishJob } from './presentJob.ts';
import { undoOf } from './startTableJob.ts';
import type { TableJobDependencies, TableJobRow } from './tableJob.ts';
import { undoRunOf } from './undoneEnd.ts';

interface TableJobRoutesOptions
  extends Pick<TableJobDependencies, 'db' | 'events' | 'secret' | 'config' | 'translate' | 'hooks'> {
  readonly kind: TableJobRow['kind'];
}

const query = Type.Object(
  { limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }) },
  { additionalProperties: false },
);

/**
 * The exports, background actions or imports of the current user. Those of other users are 404. Limited API keys and impersonators
 * see their own only.
 */
export const tableJobRoutes = fastifyPlugin<TableJobRoutesOptions>(
  async (app, { db, events, secret, config, translate, hooks, kind }) => {
    const plural = jobPaths[kind];
    const path = `/api/${plural}`;
    const name = `core.${plural}`;
    const tags = [plural];

    app.get<{ Querystring: { limit: number }; Reply: JobList }>(
      path,
      {
        config: { name: `${name}.index`, access: 'signed-in' },
        schema: {
          tags,
          summary: `The user's ${plural}, the newest first.`,
          description: 'A limited API key and an impersonator see those that they have started.',
          querystring: query,
          response: { 200: jobList },
        },
      },
      async (request) => {
        const { user, query } = request;
        const reader = readerOf(request, config, translate);
        const rows = await coveredJobs(db, user as User)
          .where('kind', '=', kind)
          .orderBy('id', 'desc')
          .limit(query.limit)
          .execute();

        return { data: rows.map((row) => presentJob(row, secret, reader)) };
      },
    );

    app.get<{ Params: { id: string } }>(
      `${path}/:id`,
      {
        config: { name: `${name}.show`, access: 'signed-in' },
        schema: {
          tags,
          summary: 'The state and progress of a job.',
          params: jobParams,
          response: { 200: shownJob },
        },
      },
      async (request) => {
        const row = await findOwnJob(db, kind, request.params.id, request.user as User);

        return presentWholeJob(db, row, secret, readerOf(request, config, translate));
      },
    );

    app.delete<{ Params: { id: string } }>(
      `${path}/:id`,
      {
        config: { name: `${name}.destroy`, access: 'signed-in' },
        schema: {
          tags,
          summary: 'Cancel it.',
          description:
            'It stops within a second. Rows that an action has already changed, or an import written, stay so.',
          params: jobParams,
          response: { 200: shownJob },
        },
      },
      async (request) => {
        const row = await findOwnJob(db, kind, request.params.id, request.user as User);
        const cancelled = await cancelTableJob({ db, events, secret, hooks }, row);

        return presentWholeJob(db, cancelled, secret, readerOf(request, config, translate));
      },
    );
  },
  { dependencies: ['guard'] },
);

/** A job with the rows that its action failed on, for its owner only. */
export async function presentWholeJob(
  db: Kysely<Database>,
  row: TableJobRow,
  secret: string,
  reader: Reader,
): Promise<TableJob> {
  const job = presentJob(row, secret, reader);
  const run = row.run ?? (undoOf(row.payload) === null ? null : undoRunOf(row));
  if (run === null || job.failed === 0 || isJobOpen(row)) return job;

  const failures = await readActionFailures(db, run);

  return {
    ...job,
    failures: failures.map((failure) => {
      const { text: _, ...shown } = failure;
      const { text, parameters } = storedText(failureText(failure));

      return { ...shown, message: translateFor(reader, text, parameters) };
    }),
  };
}

/** 18 digits fit into 64 bits. */
export const jobParams = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,18}$', description: 'a whole number' satisfies EnglishText }),
});

const missing = {
  export: (id: string) => say`You have no export ${id}.`,
  action: (id: string) => say`You have no action in the background ${id}.`,
  import: (id: string) => say`You have no import ${id}.`,
} as const;

/** Throws `service.not_found` for a job that does not exist, or that the caller does not cover. */
export async function findOwnJob(
  db: Kysely<Database>,
  kind: TableJobRow['kind'],
  id: string,
  user: Grant,
): Promise<TableJobRow> {
  const row = await coveredJobs(db, user).where('id', '=', id).where('kind', '=', kind).executeTakeFirst();
  if (row === undefined) {
    throw new ServiceError('service.not_found', missing[kind](id));
  }

  return row;
}

/** Cancels a job; its worker stops within a second. Idempotent. */
export async function cancelTableJob(
  { db, events, secret, hooks }: Pick<TableJobDependencies, 'db' | 'events' | 'secret' | 'hooks'>,
  row: TableJobRow,
): Promise<TableJobRow> {
  const cancelled = await db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('table_jobs')
      .set({
        status: 'cancelled',
        outcome: storedOutcome(row.name, { code: 'cancelled' }),
        finished_at: sql`now()`,
      })
      .where('id', '=', row.id)
      .where('status', 'in', openJobStatuses)
      .returningAll()
      .executeTakeFirst();
    if (changed !== undefined) {
      await publishJob({ events, secret }, changed, transaction);
    }

    return changed;
  });
  if (cancelled !== undefined) {
    await runAfterHooks({ hooks }, cancelled);

    return cancelled;
  }
  const current = await db.selectFrom('table_jobs').selectAll().where('id', '=', row.id).executeTakeFirst();
  if (current?.status !== 'cancelled') {
    throw new ServiceError('service.conflict', 'It has already ended and can no longer be cancelled.');
  }

  return current;
}
