import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { RouteAccess } from '../access/declaredAccess.ts';

interface OptionsQuery {
  readonly query?: string;
  readonly paginate: number;
}

export interface OptionsRoute {
  readonly path: string;
  readonly config: RouteAccess;
  readonly tag: string;
  readonly summary: string;
  readonly id: 'integer' | 'string';
  /**
   * Reads at most `limit` options whose name matches the ILIKE pattern. For names that are not in the database, `query` is
   * the text that they have to contain, and `language` that of the user.
   */
  read(
    pattern: string,
    limit: number,
    reader: { readonly query: string; readonly language: string },
  ): Promise<{ id: number | string; name: string }[]>;
}

/** Further parameters that clients send, such as `trackBy`, have no effect. */
const querystring = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 100 })),
  paginate: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

/** Serves the options of a select filter: those whose name contains the query. */
export function optionsRoute(app: FastifyInstance, route: OptionsRoute): void {
  const { path, config, tag, summary, id, read } = route;
  const option = Type.Object({
    id: id === 'integer' ? Type.Integer() : Type.String(),
    name: Type.String(),
  });
  app.get<{ Querystring: OptionsQuery }>(
    path,
    { config, schema: { tags: [tag], summary, querystring, response: { 200: Type.Array(option) } } },
    ({ user, query: { query = '', paginate } }) =>
      read(containing(query), paginate, { query, language: user?.language ?? 'en' }),
  );
}

/** An ILIKE pattern that matches the text literally. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
