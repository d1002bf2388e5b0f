import type { InitTemplate, RelatedTable } from '@rowhouse/table-protocol';
import { relatedResponse } from '@rowhouse/table-protocol/internal';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { read } from '../responses/readShape.ts';
import { readResponse } from '../responses/shape.ts';

/** The tables with rows that refer to a row. Throws `TableFailure`. */
export async function readRelated(
  { readPath: path, method }: InitTemplate,
  row: string,
  send: SendRequest,
  translate: Translate,
): Promise<readonly RelatedTable[]> {
  const response = await send({ method, path, payload: { meta: { related: row } } }, 'data');

  return readResponse('data', (body) => read(relatedResponse, body), response, translate).related;
}
