// The rows of the fault table for calls over HTTP, but for what cannot be sent: faultTableSending.ts has that.

import { onlyTransient } from '../src/index.ts';
import { calls, get, post, retry, safe } from './faultTableCalls.ts';
import type { FaultCase } from './faultTableRun.ts';
import { nobody, servers } from './faultTableServers.ts';
import { type RequestHandler, resets, sends, sendsJson } from './support.ts';

const { other } = servers;
const short = { ...retry, timeout: () => 500 };
const slowHeaders: RequestHandler = () => {};
const slowBody: RequestHandler = (_, response) => void response.writeHead(200).write('{"started":');
const endlessBody: RequestHandler = (_, response) => {
  const more = () => response.writable && response.write('x'.repeat(65_536), more);
  response.on('error', () => {});
  more();
};
const resetMidway: RequestHandler = (request, response) =>
  void response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
const inCharset = (charset: string) =>
  // As ISO 8859-2 writes Brașov, and as UTF-8 does not.
  sends(200, Buffer.from('{"city":"Bra\xbaov"}', 'latin1'), {
    'content-type': `application/json; charset=${charset}`,
  });

const connection: readonly FaultCase[] = [
  {
    fault: 'DNS: nobody has the name',
    call: 'POST, 3 tries',
    run: calls(post({ ...retry, url: () => 'http://courier.invalid/parcels' })),
    gets: 'integrations.no_response',
    requests: 0,
    rows: ['dns', 'dns', 'dns'],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: 'Connection refused',
    call: 'GET, 3 tries',
    run: calls(get({ ...retry, url: nobody })),
    gets: 'integrations.no_response',
    requests: 0,
    rows: ['refused', 'refused', 'refused'],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: 'Connection refused',
    call: 'POST, 3 tries',
    run: calls(post({ ...retry, url: nobody })),
    gets: 'integrations.no_response',
    requests: 0,
    rows: ['refused', 'refused', 'refused'],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: 'Reset after the request was sent',
    call: 'GET, 3 tries',
    run: calls(get(retry), [resets]),
    gets: 'integrations.no_response',
    rows: ['reset', 'reset', 'reset'],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: 'Reset after the request was sent',
    call: 'POST, 3 tries',
    run: calls(post(retry), [resets]),
    gets: 'integrations.no_response',
    rows: ['reset'],
    notified: [1],
  },
  {
    fault: 'Reset after the request was sent, then 201',
    call: 'POST, 3 tries, safe to repeat',
    run: calls(post(safe), [resets, sends(201)]),
    gets: 201,
    rows: ['reset', 201],
    waits: [100],
  },
  {
    fault: 'Reset midway through the answer, then 200',
    call: 'GET, 3 tries',
    run: calls(get(retry), [resetMidway, sends(200)]),
    gets: 200,
    rows: ['reset', 200],
    waits: [100],
  },
  {
    fault: 'Slow headers',
    call: 'GET, 3 tries, 500 ms each',
    run: calls(get(short), [slowHeaders]),
    gets: 'integrations.timeout',
    rows: ['timeout', 'timeout', 'timeout'],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: 'Slow headers',
    call: 'POST, 3 tries, 500 ms each',
    run: calls(post(short), [slowHeaders]),
    gets: 'integrations.timeout',
    rows: ['timeout'],
    notified: [1],
  },
  {
    fault: 'Slow body',
    call: 'GET, 3 tries, 500 ms each',
    run: calls(get(short), [slowBody]),
    gets: 'integrations.timeout',
    rows: ['timeout', 'timeout', 'timeout'],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: 'Endless body',
    call: 'GET, 3 tries, at most 1 MB',
    run: calls(get({ ...retry, options: () => ({ maxResponseSize: 1_000_000 }) }), [endlessBody]),
    gets: 'integrations.invalid_response',
    rows: ['too_large'],
    notified: [1],
  },
];

const answered: readonly FaultCase[] = [
  {
    fault: '200 with invalid JSON',
    call: 'GET, 3 tries; then json()',
    run: calls(get(retry), [sends(200, '{"awb":')], (response) => JSON.stringify(response.json())),
    gets: 'integrations.invalid_response',
    rows: [200],
  },
  {
    fault: '200 in a charset that it does not say',
    call: 'GET; then json()',
    run: calls(get({}), [inCharset('utf-8')], (response) => JSON.stringify(response.json())),
    gets: 'integrations.invalid_response',
    rows: [200],
  },
  {
    fault: '200 in a charset that nobody knows',
    call: 'GET; then json()',
    run: calls(get({}), [inCharset('klingon')], (response) => JSON.stringify(response.json())),
    gets: 'integrations.invalid_response',
    rows: [200],
  },
  {
    fault: '200 in a charset that is not UTF-8, and says so',
    call: 'GET; then json()',
    run: calls(get({}), [inCharset('iso-8859-2')], (response) => JSON.stringify(response.json())),
    gets: '{"city":"Braşov"}',
    rows: [200],
  },
  {
    fault: '204',
    call: 'GET; then json()',
    run: calls(get({}), [sends(204)], (response) => `${response.status}, json() is ${response.json()}`),
    gets: '204, json() is null',
    rows: [204],
  },
  {
    fault: '301 to another origin',
    call: 'GET, 3 tries',
    run: calls(get(retry), [sends(301, '', { location: other.base })]),
    gets: 301,
    rows: [301],
    notified: [1],
  },
  {
    fault: '301 to another origin, followed',
    call: 'GET with token, cookie, key; `maxRedirections`',
    run: calls(get(credentials()), [sends(301, '', { location: other.base })], ({ status }) => {
      const names = other.received.flatMap(({ headers }) => Object.keys(headers));
      const sent = names.filter((name) => !['host', 'connection'].includes(name)).sort();
      return `${status}; the other origin got ${sent.join(' and ')} only`;
    }),
    gets: '200; the other origin got accept and user-agent only',
    requests: 2,
    rows: [200],
  },
  {
    fault: '307 to another origin, followed',
    call: 'POST with token, cookie, key; `maxRedirections`',
    run: calls(post(credentials()), [sends(307, '', { location: other.base })]),
    gets: 'integrations.no_response',
    rows: ['redirect'],
    notified: [1],
  },
  {
    fault: '429 with seconds (2), then 200',
    call: 'GET, 3 tries',
    run: calls(get(retry), [sends(429, '', { 'retry-after': '2' }), sends(200)]),
    gets: 200,
    rows: [429, 200],
    waits: [2000],
  },
  {
    fault: '429 with a date (in 7 seconds), then 200',
    call: 'GET, 3 tries',
    run: calls(get(retry), [sends(429, '', { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }), sends(200)]),
    gets: 200,
    rows: [429, 200],
    waits: [7000],
  },
  {
    fault: '429 with an hour',
    call: 'GET, 3 tries',
    run: calls(get(retry), [sends(429, '', { 'retry-after': '3600' })]),
    gets: 429,
    rows: [429],
    notified: [1],
  },
  {
    fault: '500, then 200',
    call: 'GET, 3 tries',
    run: calls(get(retry), [sends(500), sends(200)]),
    gets: 200,
    rows: [500, 200],
    waits: [100],
  },
  {
    fault: '500 for ever',
    call: 'GET, 3 tries',
    run: calls(get(retry), [sends(500)]),
    gets: 500,
    rows: [500, 500, 500],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: '500',
    call: 'POST, 3 tries',
    run: calls(post(retry), [sends(500)]),
    gets: 500,
    rows: [500],
    notified: [1],
  },
  {
    fault: '500, then 201',
    call: 'POST, 3 tries, safe to repeat',
    run: calls(post(safe), [sends(500), sendsJson(201, { awb: 'RO-1024' })]),
    gets: 201,
    rows: [500, 201],
    waits: [100],
  },
  {
    fault: '404',
    call: 'GET, 3 tries',
    run: calls(get(retry), [sends(404)]),
    gets: 404,
    rows: [404, 404, 404],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: '404',
    call: 'GET, 3 tries, `retryable: onlyTransient`',
    run: calls(get({ ...retry, retryable: onlyTransient }), [sends(404)]),
    gets: 404,
    rows: [404],
    notified: [1],
  },
  {
    fault: '503, then 200',
    call: 'GET, 3 tries, `retryable: onlyTransient`',
    run: calls(get({ ...retry, retryable: onlyTransient }), [sends(503), sends(200)]),
    gets: 200,
    rows: [503, 200],
    waits: [100],
  },
];

function credentials() {
  return {
    options: () => ({ maxRedirections: 3 }),
    headers: () => ({ cookie: 'session=1', 'x-api-key': 'key-1', accept: 'application/json' }),
    tokenProvider: () => ({ current: () => 'token-1', refresh: async () => {} }),
  };
}

export const httpFaults: readonly FaultCase[] = [...connection, ...answered];
