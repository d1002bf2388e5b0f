import type { InitTemplate, LinkedTable, RelatedTable } from '@rowhouse/table-protocol';
import { relatedResponse } from '@rowhouse/table-protocol/internal';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { read } from '../responses/readShape.ts';
import { readResponse } from '../responses/shape.ts';

/** The tables with rows that refer to a row, or that a join table links to it, in their order. Throws `TableFailure`. */
export async function readRelated(
  { readPath: path, method }: InitTemplate,
  row: string,
  send: SendRequest,
  translate: Translate,
): Promise<readonly (RelatedTable | LinkedTable)[]> {
  const response = await send({ method, path, payload: { meta: { related: row } } }, 'data');

  const { related, linked = [] } = readResponse(
    'data',
    (body) => read(relatedResponse, body),
    response,
    translate,
  );
  const tables: (RelatedTable | LinkedTable)[] = [...related];
  for (const table of linked) tables.splice(table.position, 0, table);

  return tables;
}
