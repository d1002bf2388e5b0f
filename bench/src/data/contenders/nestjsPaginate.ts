import type { Query } from '../Query.ts';
import type { Contender, ContenderRequest, ReceivedResponse } from './Contender.ts';

export const nestjsPaginate: Contender = {
  name: 'nestjs-paginate',
  description: 'nestjs-paginate 15 on TypeORM 1, NestJS 11 on Fastify; always counts, with `optimizedCount`',
  server: 'nestjsPaginate.ts',
  request,
  read,
};

function request({ start, length, sort, search, status }: Query): ContenderRequest {
  const query = new URLSearchParams({ page: String(start / length + 1), limit: String(length) });
  for (const { column, direction } of sort) query.append('sortBy', `${column}:${direction.toUpperCase()}`);
  query.append('sortBy', 'id:DESC');
  if (search !== undefined) query.set('search', search);
  if (status !== undefined) query.set('filter.status', `$eq:${status}`);
  return { method: 'GET', path: `/orders?${query}` };
}

function read(body: unknown): ReceivedResponse {
  const { data, meta } = body as { data: { id: string }[]; meta: { totalItems: number } };
  return { ids: data.map((row) => String(row.id)), count: meta.totalItems };
}
