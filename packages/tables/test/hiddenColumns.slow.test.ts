import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ExportFileFormat } from '@rowhouse/table-protocol/internal';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { unzip } from '../src/export/writers/writers.fixture.ts';
import { tablesHandler } from '../src/fetch/index.ts';
import { createTables, TableError } from '../src/index.ts';
import { installViews, kyselyViewStore } from '../src/views/index.ts';
import {
  anyEdit,
  anyGroupedExport,
  anyRequest,
  anyRoles,
  columns,
  createThings,
  type Database,
  fillThings,
  hiddenColumns,
  optionsRoute,
  plainRoles,
  type Roles,
  secret,
  thingsTable,
  unseenColumns,
} from './hiddenColumns.ts';

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('data' as const), body: anyRequest }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), body: anyEdit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('export' as const), body: anyRequest }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('grouped' as const), body: anyGroupedExport }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('view' as const), body: anyRequest }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type DataRequest = typeof anyRequest extends fc.Arbitrary<infer Value> ? Value : never;

/** Requests that random ones rarely are: for a summary of one column, which the caller may see or not. */
const plainSteps = ['title', 'code'].flatMap((column) =>
  [
    { facets: [`things.${column}`] },
    { statistics: 'weight' },
    { groups: [{ column }] },
    { groups: [{ column }], groupSort: { by: 'count', direction: 'DESC' } },
  ].map((meta) => ({ kind: 'data', body: { meta } }) as Step),
);

interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
}

const now = () => new Date('2026-06-15T12:00:00Z');

/** One database's tables, and the responses of their routes, exports and views. */
function serve(db: Kysely<Database>, given: Roles) {
  const definition = thingsTable(given);
  const permits = (_user: unknown, name: string) => name !== optionsRoute && name !== secret;
  const handler = tablesHandler({
    ...{ db, tables: [definition], now, development: false },
    routes: [{ name: optionsRoute, path: '/options', methods: ['GET'] }],
    access: { user: () => 'somebody', permits },
  });
  const tables = createTables({ ...{ db, definitions: [definition], now, permits }, development: false });
  const views = kyselyViewStore(db);

  async function send(method: string, path: string, body?: unknown): Promise<ReceivedResponse> {
    const response = await handler(
      new Request(`http://test/things/${path}`, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      }),
    );

    // Without an editable column there is no edit route.
    return { status: response?.status ?? 404, body: (await response?.text()) ?? '' };
  }

  /** With the text of the file. */
  async function exportFile(payload: unknown, format: ExportFileFormat): Promise<ReceivedResponse> {
    const output = new PassThrough();
    const read = buffer(output).catch(() => Buffer.alloc(0));
    try {
      await tables.exportRows('things', payload, null, { output, format });
      const file = await read;

      return { status: 202, body: format === 'csv' ? file.toString('utf8') : JSON.stringify(unzip(file)) };
    } catch (error) {
      output.destroy();
      return refusal(error);
    }
  }

  /** What the view has after it was saved is requested. */
  async function throughView({ meta, where, columns: sorted, internalFilters, exported }: DataRequest) {
    const { search, groups, groupSort } = (meta ?? {}) as Record<string, unknown>;
    const state = {
      ...(where !== undefined && { where }),
      ...(typeof search === 'string' && { search }),
      ...(groups !== undefined && { groups }),
      ...(groupSort !== undefined && { groupSort }),
      ...(exported && { visible: exported, order: exported }),
      ...(sorted && { sort: sorted.map(({ name, meta: { sort } }) => ({ name, direction: sort })) }),
      ...(internalFilters && { filters: internalFilters }),
    };
    try {
      const caller = { id: '1', role: null, mayShare: false };
      const { id } = await views.create(caller, { table: 'things', name: 'A view', state: state as object });
      const { state: kept } = await views.find(caller, id);
      await views.remove(caller, id);
      const answer = await send('POST', 'tableData', {
        where: kept.where,
        internalFilters: kept.filters,
        columns: kept.sort?.map(({ name, direction }) => ({ name, meta: { sort: direction } })),
        exported: kept.visible,
        meta: { search: kept.search, groups: kept.groups, groupSort: kept.groupSort },
      });

      return { ...answer, body: JSON.stringify(kept) + answer.body };
    } catch (error) {
      return refusal(error);
    }
  }

  return {
    init: () => send('GET', 'init'),
    answer(asked: Step): Promise<ReceivedResponse> {
      if (asked.kind === 'edit') return send('PATCH', 'edit', asked.body);
      if (asked.kind === 'export') return exportFile(asked.body, 'csv');
      if (asked.kind === 'grouped') return exportFile(asked.body, 'xlsx');

      return asked.kind === 'view' ? throughView(asked.body) : send('POST', 'tableData', asked.body);
    },
  };
}

function refusal(error: unknown): ReceivedResponse {
  if (!(error instanceof TableError)) throw error;

  return { status: error.status, body: JSON.stringify([error.code, error.message, error.fields]) };
}

/** Columns of which a value is in the response, but not in the client's data; thousands may have separators. */
function canariesIn(answer: string, known: string, of: readonly string[]): string[] {
  return of.filter((name) => {
    const canary = columns[name]?.canary;

    return canary && !known.includes(canary) && answer.replace(/(?<=\d),(?=\d{3})/g, '').includes(canary);
  });
}

describe.each(dialects)('columns that a template hides, on %s', (dialect) => {
  let databases: TestDatabase<Database>[];

  beforeAll(async () => {
    databases = await Promise.all([
      createTestDatabase<Database>(dialect),
      createTestDatabase<Database>(dialect),
    ]);
    for (const { db } of databases) {
      await createThings(db);
      await installViews(db);
    }
  });
  afterAll(() => Promise.all(databases.map((database) => database.destroy())));

  it('cannot be seen, and do not affect any response', async () => {
    const counted = new Map<string, number>();
    const count = (key: string) => counted.set(key, (counted.get(key) ?? 0) + 1);

    await fc.assert(
      fc.asyncProperty(anyRoles, fc.array(step, { minLength: 12, maxLength: 24 }), async (given, steps) => {
        const hidden = hiddenColumns(given);
        const [one, other] = await Promise.all(
          databases.map(async ({ db }, index) => {
            await fillThings(db, dialect, index === 0 ? [] : hidden);

            return serve(db, given);
          }),
        );
        const [init, otherInit] = [await one?.init(), await other?.init()];
        expect(otherInit).toEqual(init);
        expect(init?.status).toBe(200);

        // An edit may write into a cell what another column has.
        const written = JSON.stringify(steps.filter(({ kind }) => kind === 'edit'));
        for (const asked of steps) {
          const [answer, otherResponse] = await Promise.all([one?.answer(asked), other?.answer(asked)]);
          expect(otherResponse).toEqual(answer);
          const known =
            answer?.status === 200 && asked.kind === 'data' ? written : written + JSON.stringify(asked);
          expect(canariesIn(answer?.body ?? '', known, unseenColumns(given))).toEqual([]);
          count(`${asked.kind} ${answer?.status}`);
          const summary = Object.keys((asked.kind === 'data' && asked.body.meta) || {});
          const [what] = ['groupSort', 'facets', 'statistics', 'groups', 'row', 'changes'].filter((name) =>
            summary.includes(name),
          );
          if (what) count(`${what} ${answer?.status}`);
        }
      }),
      { numRuns: 80, examples: [[plainRoles, plainSteps]] },
    );

    // Requests of all kinds succeeded, and were not only refused.
    for (const key of [
      'data 200',
      'facets 200',
      'statistics 200',
      'groups 200',
      'groupSort 200',
      'changes 200',
      'edit 200',
      'export 202',
      'grouped 202',
    ]) {
      expect([key, (counted.get(key) ?? 0) > 0]).toEqual([key, true]);
    }
    for (const key of [
      'data 403',
      'data 422',
      'facets 422',
      'statistics 422',
      'groupSort 422',
      'edit 422',
      'grouped 422',
      'view 200',
    ]) {
      expect([key, (counted.get(key) ?? 0) > 0]).toEqual([key, true]);
    }
    expect([...counted.keys()].filter((key) => / 5\d\d$/.test(key))).toEqual([]);
  });
});
