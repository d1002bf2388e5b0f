// The rows of the fault table for tokens, for what cannot be sent, and for disks and databases that are away.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Action } from '../src/index.ts';
import { calls, get, post, retry } from './faultTableCalls.ts';
import type { FaultCase } from './faultTableRun.ts';
import { servers } from './faultTableServers.ts';
import { sends, sendsJson } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-faults-'));

export const removeFiles = () => rm(folder, { recursive: true });

/** Its tokens are numbered; `refused` says which of its functions throws. */
class CourierToken {
  #number = 1;
  readonly #refused: 'current' | 'refresh' | null;
  constructor(refused: 'current' | 'refresh' | null = null) {
    this.#refused = refused;
  }
  current() {
    if (this.#refused === 'current') throw new Error('The courier gives no tokens at night.');
    return `token-${this.#number}`;
  }
  async refresh() {
    if (this.#refused === 'refresh') throw new Error('The courier gives no tokens at night.');
    this.#number++;
  }
}

const withToken = (refused: 'current' | 'refresh' | null = null) => {
  const token = new CourierToken(refused);
  return { tokenProvider: () => token };
};
const tokensSent = () => servers.courier.received.map(({ headers }) => headers.authorization).join(', ');

const tokens: readonly FaultCase[] = [
  {
    fault: '401, then 201 with the new token',
    call: 'POST with a token',
    run: calls(post(withToken()), [sends(401), sends(201)], ({ status }) => `${status} (${tokensSent()})`),
    gets: '201 (Bearer token-1, Bearer token-2)',
    rows: [401, 201],
  },
  {
    fault: '401 for ever',
    call: 'GET with a token, 3 tries',
    run: calls(
      get({ ...retry, ...withToken() }),
      [sends(401)],
      ({ status }) => `${status} (${tokensSent()})`,
    ),
    gets: '401 (Bearer token-1, Bearer token-2, Bearer token-2)',
    rows: [401, 401, 401],
    waits: [200],
    notified: [1],
  },
  {
    fault: 'The token provider throws in `current()`',
    call: 'GET with a token, 3 tries',
    run: calls(get({ ...retry, ...withToken('current') }), [sends(200)]),
    gets: 'integrations.token_unavailable',
    requests: 0,
    rows: ['not sent'],
    notified: [1],
  },
  {
    fault: 'The token provider throws in `refresh()`, after 401',
    call: 'GET with a token, 3 tries',
    run: calls(get({ ...retry, ...withToken('refresh') }), [sends(401)]),
    gets: 'integrations.token_unavailable',
    rows: [401],
    notified: [1],
  },
];

const circle: { parcel: unknown } = { parcel: null };
circle.parcel = { sender: circle };

const unsendable: readonly FaultCase[] = [
  {
    fault: 'A body that contains itself',
    call: 'POST, 3 tries',
    run: calls(post({ ...retry, body: () => circle }), [sends(200)]),
    gets: 'integrations.invalid_endpoint',
    requests: 0,
    rows: ['not sent'],
    notified: [1],
  },
  {
    fault: 'A bigint in the body',
    call: 'POST, 3 tries',
    run: calls(post({ ...retry, body: () => ({ parcel: { id: 7n } }) }), [sends(200)]),
    gets: 'integrations.invalid_endpoint',
    requests: 0,
    rows: ['not sent'],
    notified: [1],
  },
  {
    fault: 'A Buffer within the body',
    call: 'POST, 3 tries',
    run: calls(post({ ...retry, body: () => ({ label: Buffer.from('%PDF') }) }), [sends(200)]),
    gets: 'integrations.invalid_endpoint',
    requests: 0,
    rows: ['not sent'],
    notified: [1],
  },
  {
    fault: 'A Buffer as the body',
    call: 'POST',
    run: calls(
      post({ body: () => Buffer.from('%PDF') }),
      [sends(200)],
      ({ status }) => `${status}; ${servers.courier.received[0]?.body} arrived`,
    ),
    gets: '200; %PDF arrived',
    rows: [200],
  },
  {
    fault: 'The file of an attachment is not there',
    call: 'POST with an attachment, 3 tries',
    run: calls(
      post({
        ...retry,
        attachments: () => [{ name: 'label', filename: 'label.pdf', content: join(folder, 'label.pdf') }],
      }),
      [sends(200)],
    ),
    gets: 'integrations.invalid_endpoint',
    requests: 0,
    rows: ['not sent'],
    notified: [1],
  },
  {
    fault: 'The folder of the sink is not there',
    call: 'GET with a `sink`, 3 tries',
    run: calls(get({ ...retry, options: () => ({ sink: join(folder, 'none', 'label.pdf') }) }), [
      sends(200, '%PDF'),
    ]),
    gets: 'integrations.no_response',
    rows: ['other', 'other', 'other'],
    waits: [100, 200],
    notified: [1],
  },
];

const logs: readonly FaultCase[] = [
  {
    fault: "The log's database is away",
    call: '5 times GET, with a log for 3 records',
    async run(client) {
      servers.courier.respondsWith(sendsJson(200, { city: 'Cluj' }));
      const statuses: number[] = [];
      for (let call = 1; call <= 5; call++) {
        statuses.push((await new Action(get({}), client).handle()).status);
      }
      return statuses.join(', ');
    },
    gets: '200, 200, 200, 200, 200',
    requests: 5,
    rows: [],
    isLogAway: true,
  },
];

export const sendingFaults: readonly FaultCase[] = [...tokens, ...unsendable, ...logs];
