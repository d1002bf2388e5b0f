import { expect, it } from 'vitest';
import type { TableRoute } from '../http/TableRoute.ts';
import { routeSchema } from './routeSchema.ts';

type Route = Pick<TableRoute<never>, 'kind' | 'methods'>;

const idOf = (route: Route) =>
  Reflect.get(
    routeSchema({ ...route, name: 'orders.edit' } as TableRoute<never>, route.methods[0] ?? 'GET'),
    'operationId',
  );

it('gives each route below one name an operation of its own', () => {
  const ids = [
    idOf({ kind: 'edit', methods: ['PATCH'] }),
    idOf({ kind: 'form', methods: ['GET'] }),
    idOf({ kind: 'undo', methods: ['DELETE'] }),
    idOf({ kind: 'deletion', methods: ['GET'] }),
  ];

  expect(new Set(ids).size).toBe(ids.length);
});
