import { expect, test } from 'vitest';
import { FakeServer, settle } from '../tableClient.fixture.ts';
import { httpTableViews } from './httpTableViews.ts';
import { view } from './views.fixture.ts';

const list = { views: [view('a')], defaults: { me: 'a', role: null, everyone: null }, roles: [] };

test.each([
  ['GET /api/views', { table: 'orders' }, list, (views) => views.list()],
  ['GET /api/views/a%2Fb', undefined, view('a/b'), (views) => views.read('a/b')],
  [
    'POST /api/views',
    { name: 'x', state: {}, table: 'orders' },
    view('x'),
    (views) => views.save({ name: 'x', state: {} }),
  ],
  [
    'PATCH /api/views/a',
    { name: 'b', revision: 2 },
    view('a'),
    (views) => views.change('a', { name: 'b', revision: 2 }),
  ],
  ['POST /api/views/a/copy', {}, view('a'), (views) => views.copy('a')],
  ['DELETE /api/views/a', undefined, undefined, (views) => views.remove('a')],
  [
    'PUT /api/views/default',
    { table: 'orders', view: null, for: 'me' },
    { defaults: {} },
    (views) => views.setDefault(null),
  ],
  ['PUT /api/views/a/pin', undefined, undefined, (views) => views.pin('a', true)],
  ['DELETE /api/views/a/pin', undefined, undefined, (views) => views.pin('a', false)],
] as [string, unknown, unknown, (views: ReturnType<typeof httpTableViews>) => Promise<unknown>][])(
  'Views over HTTP send %s',
  async (request, payload, response, call) => {
    const server = new FakeServer();
    const result = call(httpTableViews({ table: 'orders', http: server.http }));
    await settle();
    const { last } = server;
    expect([`${last.method} ${last.path}`, last.payload]).toEqual([request, payload]);
    await last.respond(response);
    const isView = response !== undefined && 'id' in (response as object);
    expect(await result).toEqual(isView || response === list ? response : undefined);
  },
);

test('Views of a store have an owner without a name', async () => {
  const server = new FakeServer();
  const reading = httpTableViews({ table: 'orders', path: '/my/views', http: server.http }).read('a');
  await settle();
  expect(server.last.path).toBe('/my/views/a');
  await server.last.respond({ ...view('a'), owner: 7 });
  expect((await reading).owner).toEqual({ id: 7, name: null });
});

test('A failure has the words of the server, and a list that is none is refused', async () => {
  const server = new FakeServer();
  const views = httpTableViews({ table: 'orders', http: server.http });
  const sharing = expect(views.change('a', { sharedWith: 'everyone' })).rejects.toThrow('You may not share.');
  await settle();
  await server.last.respond({ message: 'You may not share.' }, 403);
  await sharing;
  const listing = expect(views.list()).rejects.toThrow('cannot be read');
  await settle();
  await server.last.respond({ views: 5 });
  await listing;
});
