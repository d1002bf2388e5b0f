import { say } from '@rowhouse/problems';
import { type Expression, sql } from 'kysely';
import type { Permits } from '../definition/Permits.ts';
import { identifierColumn } from '../edit/EditTarget.ts';
import { invalidField, TableError } from '../errors.ts';
import { assertUsableFilters } from '../init/assertUsableFilters.ts';
import { conditionsOf, type TableQueries, type TableQuery } from '../prepare/tableQueries.ts';
import { declaredKeys, referenceOf } from '../query/declaredReferences.ts';
import { type Builder, databaseColumn } from '../query/HostQuery.ts';
import { where } from '../query/pageQuery.ts';
import { Faults } from '../request/parse/Faults.ts';
import { isRecord } from '../request/parse/scalars.ts';
import type { LinkedRequest } from '../request/TableRequest.ts';
import { keyFilters } from './keyFilters.ts';
import type { RecordTable, RecordTableOptions, RelatedOptions } from './recordTables.ts';

export interface LinkedOptions extends RelatedOptions, Pick<RecordTableOptions, 'queriesOf'> {
  readonly permits?: Permits | undefined;
}

/**
 * The queries of a table, with the rows that a request selects by a join table: wherever a request of the table is prepared, so
 * that a screen, an export and an action mean the same rows.
 *
 * ```sql
 * select … from actors where actors.id in (
 *   select film_actors.actor_id from film_actors where film_actors.film_id = $1 and film_actors.actor_id is not null
 * )
 * ```
 */
export function linkedQueries(queries: TableQueries, options: LinkedOptions): TableQueries {
  const prepare: TableQueries['prepare'] = async (payload, user, timeZone, ...rest) => {
    const query = await queries.prepare(payload, user, timeZone, ...rest);
    const { linked } = query.context.request;
    if (linked === null) return query;
    const ids = await linkedIds(query, linked, options);

    return {
      ...query,
      // The same plan means other rows for another user.
      compiledPages: null,
      resolve: (source) =>
        source.kind === 'linked' ? { expression: ids, kind: 'other' } : query.resolve(source),
    };
  };

  return {
    ...queries,
    prepare,
    async request(payload, user, timeZone) {
      const request = await queries.request(payload, user, timeZone);
      // A run in the background would be refused only when it starts.
      if (request.linked !== null) await prepare(payload, user, timeZone, { usesKeys: false });

      return request;
    },
  };
}

/** The identifiers of the linked rows: those in the rows of the join table that the user sees. Throws `tables.invalid_request`. */
async function linkedIds(
  query: TableQuery,
  linked: LinkedRequest,
  options: LinkedOptions,
): Promise<Expression<unknown>> {
  const links = await options.recordTables.readable(linked.table, query.context);
  if (links === null) {
    throw invalidField(
      'linked.table',
      say`${JSON.stringify(linked.table)} is not a table whose rows you see; send it as the table of the record names it.`,
    );
  }
  const by = await linkingColumn(query, links, linked.by, options);
  if (by === null) {
    throw invalidField(
      'linked.by',
      say`${JSON.stringify(linked.by)} is not a column by which ${JSON.stringify(linked.table)} refers to these rows; send it as the table of the record names it.`,
    );
  }
  const filtered = await filteredLinks(query, links, linked, options);
  const ids = filtered.query.builder.clearSelect().select(sql.ref(by).as('linked')) as unknown as Builder;

  // A null in the list would match no row that is not linked.
  return where(ids, [...conditionsOf(filtered), sql`${sql.ref(by)} is not null`]);
}

/** The `table.column` of a foreign key to the rows of the query, if the user may filter by it; otherwise null. */
async function linkingColumn(
  { query, runtime, catalogue }: TableQuery,
  links: RecordTable,
  by: string,
  options: LinkedOptions,
): Promise<string | null> {
  const { alias, column, table } = databaseColumn(by, links.query.query);
  const rows = query.decomposable ? identifierColumn(query) : null;
  if (alias !== links.record.alias || !table?.columns.has(column) || rows === null) return null;
  const keys = await declaredKeys(runtime.rawDb, runtime.dialect, catalogue);
  const target = referenceOf(keys, { ...links.record.table, column });
  const isOfRows =
    target?.schema === rows.table.schema && target.name === rows.table.name && target.column === rows.column;
  const found = isOfRows ? await keyFilters(links, new Map([[column, '']]), options) : null;

  return found?.filters[0]?.data ?? null;
}

/** The rows of the join table that match its filters, as the user sees them. */
async function filteredLinks(
  { context: { user, timeZone, request } }: TableQuery,
  links: RecordTable,
  { filters }: LinkedRequest,
  { queriesOf, permits }: LinkedOptions,
): Promise<TableQuery> {
  try {
    const payload = { filters, ...(request.locale !== undefined && { locale: request.locale }) };
    const query = await queriesOf(links.query.table).prepare(payload, user, timeZone, { usesKeys: false });
    const given = Object.values(filters).flatMap((columns) =>
      isRecord(columns) ? Object.keys(columns) : [],
    );
    if (query.context.request.filters.length < given.length || given.length === 0) {
      throw invalidField('filters', 'A filter has no value; send one for each column.');
    }
    await assertUsableFilters(query.table, query.context.request, permits, user);

    return query;
  } catch (error) {
    if (!(error instanceof TableError) || error.code !== 'tables.invalid_request') throw error;
    const faults = new Faults();
    for (const [field, texts] of Object.entries(error.fieldTexts ?? {})) {
      for (const text of texts) faults.add(`linked.${field}`, text);
    }
    faults.throwIfAny();
    throw error;
  }
}
