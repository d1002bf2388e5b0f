import { say } from '@rowhouse/problems';
import { type ExportFileFormat, exportMediaTypes } from '@rowhouse/table-protocol/internal';
import { contentDisposition } from '@rowhouse/tables/internal';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { ServiceError } from '../../../base/errors.ts';
import { permits, type User } from '../../../kernel/access/User.ts';
import type { Config } from '../../../kernel/config/Config.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { FileStore } from '../../../kernel/files/FileStore.ts';
import { checkDownloadToken } from '../presentJob.ts';
import { findOwnJob, jobParams } from '../tableJobRoutes.ts';
import { fileName } from './exportFiles.ts';

export interface DownloadRouteOptions {
  readonly db: Kysely<Database>;
  readonly files: FileStore;
  readonly secret: string;
  readonly kind: keyof typeof kinds;
  readonly config: Pick<Config, 'tables'>;
}

const kinds = {
  export: { path: 'exports', route: 'exportExcel', summary: 'The file of an export.' },
  import: { path: 'imports', route: 'import', summary: 'The refused rows of an import, as CSV.' },
} as const;

/** The file of an export or an import, for its signed-in owner with a signed link. */
export const downloadRoute = fastifyPlugin<DownloadRouteOptions>(
  async (app, { db, files, secret, config, kind }) => {
    const { path, route: suffix, summary } = kinds[kind];
    /** The permission may have been withdrawn since the file was written. */
    const assertPermitted = (table: string, owner: User) => {
      const name = `${table}.${suffix}`;
      const rule = app.routeRules().find((route) => route.name === name);
      // No rule: the table is no longer served. Null: the table is public.
      const permission = rule === undefined ? name : rule.permission;
      if (permission === null || permits(owner, permission)) return;
      throw new ServiceError(
        'service.forbidden',
        kind === 'export'
          ? say`You may no longer export this table. Ask an administrator for the permission "${permission}".`
          : say`You may no longer import into this table. Ask an administrator for the permission "${permission}".`,
      );
    };

    app.get<{ Params: { id: string }; Querystring: { token: string } }>(
      `/api/${path}/:id/download`,
      {
        config: { name: `core.${path}.download`, access: 'signed-in' },
        exposeHeadRoute: false,
        schema: {
          tags: [path],
          summary,
          description:
            'By the link sent to the owner, for the owner only, until the file expires. ' +
            'Other users get a 404, an altered link a 403, and an expired link a 410.',
          params: jobParams,
          querystring: Type.Object({ token: Type.String({ default: '', maxLength: 200 }) }),
          response: {
            200: {
              description: 'The file.',
              content: Object.fromEntries(
                Object.values(exportMediaTypes).map((type) => [
                  type.split(';')[0],
                  { schema: Type.String({ format: 'binary' }) },
                ]),
              ),
            },
          },
        },
      },
      async ({ user, params, query }, reply) => {
        const owner = user as User;
        const row = await findOwnJob(db, kind, params.id, owner);
        assertPermitted(row.table_name, owner);
        const verdict = checkDownloadToken(secret, query.token, { id: row.id, owner: owner.id });
        if (verdict === 'forged') throw linkInvalid();
        const isExpired = verdict === 'expired' || row.expires_at === null || row.expires_at <= new Date();
        const stored = isExpired || row.file === null ? null : await files.open(row.file);
        if (stored === null) throw linkExpired();

        return reply
          .type(exportMediaTypes[row.format as ExportFileFormat])
          .header('content-length', stored.size)
          .header(
            'content-disposition',
            contentDisposition(fileName(row, row.time_zone ?? config.tables.timeZone)),
          )
          .header('x-content-type-options', 'nosniff')
          .header('cache-control', 'private, no-store')
          .send(stored.stream);
      },
    );
  },
  { dependencies: ['guard', 'access-rules'] },
);

function linkInvalid(): ServiceError {
  return new ServiceError(
    'service.link_invalid',
    'The link is invalid. Open the one in your notifications or in the e-mail.',
  );
}

function linkExpired(): ServiceError {
  return new ServiceError(
    'service.link_expired',
    'The link has expired and the file has been deleted. Export the table again.',
  );
}
