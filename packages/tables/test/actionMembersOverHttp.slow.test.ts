import { describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { TemplateJson } from '../src/template/schema.ts';
import { actionRoutes, all, button, buttons } from './actionRoutes.ts';
import { takeHandled } from './actionShop.ts';
import { type HttpServer, httpServers } from './httpServers.ts';

const size = 120;
const servers = Object.keys(httpServers) as HttpServer[];

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'the routes of actions by $server on $dialect',
  ({ server, dialect }) => {
    const routes = actionRoutes(server, dialect, size);
    const { serve, send } = routes;

    it.each(['DELETE', 'PATCH', 'PUT', 'POST', 'GET'])(
      'refuse a %s that carries no table request, instead of running over all rows',
      async (method) => {
        await serve(undefined, buttons({ ...button, method }));
        const lost: [path: string, body?: unknown][] = [
          ['close'],
          ['close?reason=x'],
          ['close?params[a]=1'],
          ['close?meta='],
          ['close?filters[orders][status]=new'],
          ...(method === 'GET'
            ? []
            : ([
                ['close', {}],
                ['close', null],
                ['close', { reason: 'x' }],
                ['close', { selection: [1, 2] }],
                ['close', { filters: { orders: { status: 'new' } } }],
                ['close', { meta: null, params: { reason: 'x' } }],
                ['close', { meta: '' }],
                ['close?meta[start]=0', { reason: 'x' }],
              ] as [string, unknown][])),
        ];

        for (const [path, body] of lost) {
          const { status, body: problem } = await send(method, path, body);
          expect([path, body, status, problem.type]).toEqual([path, body, 400, 'tables.malformed_request']);
          expect(problem.message).toContain('has no "meta"');
          expect(problem.message).toContain('meta');
        }
        expect(await takeHandled(routes.db)).toEqual([]);

        const whole = ['GET', 'DELETE'].includes(method)
          ? await send(method, 'close?meta[start]=0')
          : await send(method, 'close', all);
        expect(whole.body.processed).toBe(size);
      },
    );

    it.each(['PATCH', 'DELETE', 'GET'])(
      'refuse misspelt members of a %s, in every spelling',
      async (method) => {
        await serve(undefined, buttons({ ...button, method }));
        const misspelt: [query: string, body: object, field: string, meant: string][] = [
          ['whre[data]=orders.id', { whre: { data: 'orders.id' } }, 'whre', 'where'],
          ['onyl[]=1', { onyl: [1] }, 'onyl', 'only'],
          ['exept=["1"]', { exept: [1] }, 'exept', 'except'],
          [
            'filter={"orders":{"status":"new"}}',
            { filter: { orders: { status: 'new' } } },
            'filter',
            'filters',
          ],
          ['meta={"start":0,"serach":"x"}', { meta: { serach: 'x' } }, 'meta.serach', 'search'],
          ['meta[serach]=x', { meta: { Search: 'x' } }, 'meta.', 'search'],
          ['rows[]=1', { rows: [1] }, 'rows', 'only'],
          [
            'intervals[orders][total][mni]=1',
            { intervals: { orders: { total: { mni: 1 } } } },
            'intervals',
            'min',
          ],
        ];

        for (const [query, body, field, meant] of misspelt) {
          const encoded = encodeURI(query).replaceAll('%5B', '[').replaceAll('%5D', ']');
          const answer =
            method === 'GET'
              ? await send(method, `close?${query.startsWith('meta') ? '' : 'meta[length]=10&'}${encoded}`)
              : await send(method, 'close', { ...all, ...body });
          expect([field, answer.status]).toEqual([field, 422]);
          expect(JSON.stringify(answer.body.errors)).toContain(field);
          expect(JSON.stringify(answer.body.errors)).toContain(meant);
        }
        expect(await takeHandled(routes.db)).toEqual([]);
      },
    );

    it('accept what other clients send, with the members of init that they send back', async () => {
      await serve();
      const payload = {
        ...{
          filters: null,
          intervals: null,
          params: null,
          internalFilters: [],
          apiVersion: '1',
          template: {},
        },
        columns: [{ name: 'number', label: 'Number', meta: { sort: 'ASC', visible: true, total: false } }],
        meta: {
          ...{ start: 0, length: 10, sort: true, search: '', searchMode: 'full', forceInfo: false },
          ...{
            loading: false,
            fullInfoRecordLimit: 100_000,
            total: true,
            number: true,
            enum: false,
            date: true,
          },
          ...{ datetime: false, searchable: true, filterable: true, translatable: false, cents: false },
          ...{ method: false, resource: false },
        },
      };
      expect((await send('PATCH', 'close', payload)).body.processed).toBe(size);
    });

    it.each(['PATCH', 'DELETE', 'GET'])(
      'take the selected rows of a %s by a client that sends nothing else, at most those of the query',
      async (method) => {
        const template = { ...buttons({ ...button, method, selection: true }), selectable: true };
        await serve(undefined, template as TemplateJson);
        const sent = (selection: unknown) =>
          method === 'GET' || method === 'DELETE'
            ? send(
                method,
                `close?${[selection]
                  .flat()
                  .map((id) => `selection[]=${id}`)
                  .join('&')}`,
              )
            : send(method, 'close', { selection });

        expect((await sent([3, 5, 987_654])).body).toMatchObject({ processed: 2 });
        expect((await takeHandled(routes.db)).sort((a, b) => a - b)).toEqual([3, 5]);
        const json = method === 'PATCH' ? { selection: '[4]' } : undefined;
        await send(method, json ? 'close' : `close?selection=${encodeURIComponent('["4"]')}`, json);
        expect(await takeHandled(routes.db)).toEqual([4]);
        if (method === 'PATCH') {
          expect((await send(method, 'close', { ...all, selection: [6] })).body).toMatchObject({
            processed: 1,
          });
          expect(await takeHandled(routes.db)).toEqual([6]);
          for (const selection of [[], 'x', {}, [{}]]) {
            const { status } = await send(method, 'close', { selection });
            expect([selection, status]).toEqual([selection, 422]);
          }
          expect((await send(method, 'close', { selection: [1], only: [2] })).status).toBe(400);
          expect((await send(method, 'close', { ...all, selection: [1], only: [2] })).status).toBe(422);
        }
        expect(
          (await send(method, 'close?selection=', method === 'PATCH' ? { selection: null } : undefined))
            .status,
        ).toBe(400);
        expect(await takeHandled(routes.db)).toEqual([]);
      },
    );
  },
);
