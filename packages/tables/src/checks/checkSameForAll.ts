import { setTimeout } from 'node:timers/promises';
import { callQuery, takesContext } from '../definition/callQuery.ts';
import type { Table } from '../definition/Table.ts';
import type { Builder } from '../query/HostQuery.ts';
import { queryKey } from '../query/queryKey.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';

/** Milliseconds between the two, long enough for every clock to move on. */
const pause = 5;

/** A query that does not take the context is built once and kept, so building it again has to give the same. */
export async function checkSameForAll(
  { db }: TableRuntime,
  { definition, rules, config }: Table,
): Promise<TemplateFault[]> {
  if (takesContext(definition)) {
    return [];
  }

  const context = { request: parseRequest({}, rules), user: null, timeZone: config.timeZone };
  const build = () => queryKey((callQuery(definition, db, context) as Builder).compile());
  const first = build();
  await setTimeout(pause);

  return first === build()
    ? []
    : [
        {
          path: '',
          code: 'query',
          problem: 'The query is built once and kept, since it takes `db` alone; built twice, it differs.',
          remedy: 'Take the context too, `query: (db, context) => …`: it is then built for every request.',
        },
      ];
}
