import { expect, test } from 'vitest';
import { Action } from '../Action.ts';
import { createClient } from '../Client.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import { fakeClock, fakeTransport } from './fakeTransport.ts';

const endpoint: AnyEndpoint = {
  method: () => 'GET',
  url: () => 'https://courier.example/parcels',
  body: () => null,
  tries: () => 3,
  delay: (attempt: number) => attempt * 1000,
};

test('Responds with the steps in order, and keeps the requests', async () => {
  const transport = fakeTransport();
  const clock = fakeClock();
  transport
    .when('GET', 'https://courier.example/parcels')
    .answers({ fails: 'reset' }, { status: 503 }, (request) => ({ body: { asked: request.url.pathname } }));
  const response = await new Action(endpoint, createClient({ transport, clock })).handle();

  expect(response.json()).toEqual({ asked: '/parcels' });
  expect(transport.requests).toHaveLength(3);
  expect(clock.waits).toEqual([1000, 2000]);
  transport.verify();
});

test('Refuses and reports an unexpected call', async () => {
  const transport = fakeTransport();
  transport.when('POST', 'https://courier.example/parcels').alwaysAnswers({});

  await expect(new Action(endpoint, createClient({ transport })).handle()).rejects.toMatchObject({
    code: 'integrations.no_response',
    message: expect.stringContaining('Expected are: POST https://courier.example/parcels'),
  });
  expect(() => transport.verify()).toThrow('GET https://courier.example/parcels was sent, but not expected.');
});

test('matches a pattern with any flags for every call', async () => {
  const transport = fakeTransport();
  transport.when('GET', /parcels/g).alwaysAnswers({});
  const action = new Action(endpoint, createClient({ transport }));

  for (let call = 1; call <= 3; call++) expect((await action.handle()).status).toBe(200);
});

test('Reports an expected call that was never made', async () => {
  const transport = fakeTransport();
  transport.when('GET', /parcels$/).answers({}, {});
  await new Action(endpoint, createClient({ transport })).handle();

  expect(() => transport.verify()).toThrow('GET /parcels$/ was expected 1 more times.');
});
