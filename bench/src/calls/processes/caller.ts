import { setTimeout as wait } from 'node:timers/promises';
import { Action, type Client, createClient, type Endpoint, undiciTransport } from '@rowhouse/integrations';
import { Agent, fetch, request } from 'undici';
import { callerHeaders, order, pathOf } from '../orders.ts';
import { openLog, stateOf } from './openLog.ts';
import { serveParent, settings } from './protocol.ts';

type Call = (number: number) => Promise<unknown>;

const { address, connections, kind } = settings;
const dispatcher = new Agent({ connections, headersTimeout: 0, bodyTimeout: 0 });
const log = kind === 'logged' ? openLog() : null;
const headers = { accept: 'application/json, */*;q=0.8', 'user-agent': 'rowhouse' };

class ShipmentEndpoint implements Endpoint {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  method() {
    return 'POST' as const;
  }

  url() {
    return address + pathOf(this.#number);
  }

  body() {
    return order(this.#number);
  }

  headers() {
    return callerHeaders(this.#number);
  }
}

function withClient(client: Client): Call {
  return async (number) => (await new Action(new ShipmentEndpoint(number), client).handle()).throw().json();
}

/** Orders that are made beforehand and sent in turn, so that the caller takes little of the machine. */
const prepared = Array.from({ length: 200 }, (_, index) => ({
  path: pathOf(index),
  headers: { ...headers, 'content-type': 'application/json', ...callerHeaders(index) },
  body: JSON.stringify(order(index)),
  expected: `"order":${index},`,
}));

/** The response is searched for the number of the order, and not parsed. */
function sendPrepared(number: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const { expected = '', ...sent } = prepared[number % prepared.length] ?? {};
  let text = '';
  let status = 0;
  dispatcher.dispatch(
    { origin: address, method: 'POST', path: '/', ...sent },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_, received) => {
        status = received;
      },
      onResponseData: (_, chunk) => {
        text += chunk.toString('latin1');
      },
      onResponseEnd: () => {
        if (status === 200 && text.includes(expected)) resolve({ order: number });
        else reject(new Error(`Order ${number} was answered by ${status}: ${text.slice(0, 200)}`));
      },
      onResponseError: (_, error) => reject(error),
    },
  );

  return promise;
}

const calls: Record<string, Call> = {
  prepared: sendPrepared,
  undici: async (number) => {
    const { body } = await request(address + pathOf(number), {
      dispatcher,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...callerHeaders(number) },
      body: JSON.stringify(order(number)),
    });
    return body.json();
  },
  fetch: async (number) => {
    const response = await fetch(address + pathOf(number), {
      dispatcher,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...callerHeaders(number) },
      body: JSON.stringify(order(number)),
    });
    return response.json();
  },
  action: withClient(createClient({ transport: undiciTransport({ dispatcher }) })),
  logged: withClient(createClient({ transport: undiciTransport({ dispatcher }), log })),
};

const call = calls[kind];
if (call === undefined) throw new Error(`Nobody calls by ${kind}.`);
let started = 0;
let made = 0;
let isEnded = true;
let working: Promise<unknown> = Promise.resolve();

async function make(one: Call): Promise<void> {
  started += 1;
  const own = started;
  const shipment = (await one(own)) as { order: number };
  if (shipment.order !== own) throw new Error(`Order ${own} was answered with order ${shipment.order}.`);
  made += 1;
}

async function withoutPause(one: Call): Promise<void> {
  const calling = async () => {
    while (!isEnded) await make(one);
  };
  await Promise.all(Array.from({ length: connections }, calling));
}

/** Calls in progress, at most. */
const mostOpen = 500;

async function atRate(one: Call, rate: number): Promise<void> {
  const began = performance.now();
  const running = new Set<Promise<void>>();

  for (let due = 0; !isEnded; await wait(5)) {
    const now = ((performance.now() - began) / 1_000) * rate;
    // A machine that cannot keep up makes fewer calls: a backlog would only make it slower.
    if (running.size >= mostOpen) due = now;
    for (; due < now; due += 1) {
      const making = make(one).finally(() => running.delete(making));
      running.add(making);
    }
  }
  await Promise.all(running);
}

serveParent('', async (ask) => {
  if (ask.ask === 'begin') {
    isEnded = false;
    working = ask.rate === null ? withoutPause(call) : atRate(call, ask.rate);
  } else if (ask.ask === 'end') {
    isEnded = true;
    await working;
  } else if (ask.ask === 'flush') {
    await log?.flush();
  }
  return stateOf(made, log);
});
