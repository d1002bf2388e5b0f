import fastifyPlugin from 'fastify-plugin';
import { Type } from 'typebox';
import type { User } from '../../kernel/access/User.ts';
import { cancelTableJob } from './cancelTableJob.ts';
import { findOwnJob, jobParams } from './findOwnJob.ts';
import { presentJob } from './presentJob.ts';
import { presentWholeJob } from './presentWholeJob.ts';
import type { TableJobParts } from './TableJobParts.ts';
import { tableJobSchema, wholeTableJobSchema } from './tableJobSchema.ts';
import type { TableJobRow } from './tableJobsTable.ts';

export interface TableJobRoutesOptions extends Pick<TableJobParts, 'db' | 'events' | 'secret' | 'translate'> {
  readonly kind: TableJobRow['kind'];
}

const words = { export: 'exports', action: 'actions' } as const;
const query = Type.Object(
  { limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }) },
  { additionalProperties: false },
);

/** Exports, or actions in the background, of whoever asks. Those of others do not exist here. */
export const tableJobRoutes = fastifyPlugin<TableJobRoutesOptions>(
  async (app, { db, events, secret, translate, kind }) => {
    const plural = words[kind];
    const path = `/api/${plural}`;
    const name = `core.${plural}`;
    const tags = [plural];

    app.get<{ Querystring: { limit: number } }>(
      path,
      {
        config: { name: `${name}.index`, access: 'signed-in' },
        schema: {
          tags,
          summary: `The user's ${plural}, the newest first.`,
          querystring: query,
          response: { 200: Type.Object({ data: Type.Array(tableJobSchema) }) },
        },
      },
      async ({ user, query: { limit } }) => {
        const rows = await db
          .selectFrom('table_jobs')
          .selectAll()
          .where('created_by', '=', (user as User).id)
          .where('kind', '=', kind)
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();

        return { data: rows.map((row) => presentJob(row, secret)) };
      },
    );

    app.get<{ Params: { id: string } }>(
      `${path}/:id`,
      {
        config: { name: `${name}.show`, access: 'signed-in' },
        schema: {
          tags,
          summary: 'How far it has come.',
          params: jobParams,
          response: { 200: wholeTableJobSchema },
        },
      },
      async ({ user, params }) =>
        presentWholeJob(db, await findOwnJob(db, kind, params.id, user as User), secret),
    );

    app.delete<{ Params: { id: string } }>(
      `${path}/:id`,
      {
        config: { name: `${name}.destroy`, access: 'signed-in' },
        schema: {
          tags,
          summary: 'Cancel it.',
          description: 'It stops within a second. What an action has done stays done.',
          params: jobParams,
          response: { 200: wholeTableJobSchema },
        },
      },
      async ({ user, params }) => {
        const row = await findOwnJob(db, kind, params.id, user as User);

        return presentWholeJob(db, await cancelTableJob({ db, events, secret, translate }, row), secret);
      },
    );
  },
  { dependencies: ['guard'] },
);
