import type { ButtonMethod } from '@rowhouse/table-protocol';
import type { TableRoute } from '../http/TableRoute.ts';
import { actionSchema } from './actionSchema.ts';
import { exportSchema } from './exportSchema.ts';
import { dataSchema, initSchema } from './schemas.ts';

/** What a route looks like in an OpenAPI description, by one of its methods. */
export function routeSchema(
  { kind, name, methods, background }: TableRoute<never>,
  method: ButtonMethod,
): object {
  const payloadMethod = method === 'GET' ? 'GET' : 'POST';

  switch (kind) {
    case 'init':
      return initSchema(name);
    case 'data':
      return dataSchema(name, payloadMethod);
    case 'export':
      return exportSchema(name, payloadMethod);
    case 'action':
      return actionSchema(name, method, { first: method === methods[0], background });
  }
}
