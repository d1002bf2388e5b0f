import { setTimeout as wait } from 'node:timers/promises';
import {
  Action,
  type Client,
  type CustomHeaders,
  createClient,
  type Endpoint,
  undiciTransport,
} from '@rowhouse/integrations';
import { Agent, fetch, request } from 'undici';
import { serveParent } from '../../harness/worker.ts';
import { callerHeaders, order, pathOf } from '../orders.ts';
import { openLog, type Request, settings, stateOf } from './process.ts';

/** Resolves to the number of the order in the response. */
type Call = (number: number) => Promise<number>;

const { address, connections, kind } = settings;
const dispatcher = new Agent({ connections, headersTimeout: 0, bodyTimeout: 0 });
const log = openLog();
const plainHeaders = {
  accept: 'application/json, */*;q=0.8',
  'user-agent': 'rowhouse',
  'content-type': 'application/json',
};
const sent = (number: number) => ({
  method: 'POST' as const,
  headers: { ...plainHeaders, ...callerHeaders(number) },
  body: JSON.stringify(order(number)),
});
/** Made beforehand and sent in turn, so that a caller that only makes load takes little of the machine. */
const prepared = Array.from({ length: 200 }, (_, number) => ({ ...sent(number), dispatcher }));

const endpointOf = (number: number): Endpoint & CustomHeaders => ({
  method: () => 'POST',
  url: () => address + pathOf(number),
  body: () => order(number),
  headers: () => callerHeaders(number),
});

const orderOf = (shipment: unknown) => (shipment as { order: number }).order;

function withClient(client: Client): Call {
  return async (number) => orderOf((await new Action(endpointOf(number), client).handle()).throw().json());
}

const transport = undiciTransport({ dispatcher });
const kinds: Readonly<Record<string, Call>> = {
  async prepared(number) {
    const index = number % prepared.length;
    const { statusCode, body } = await request(address + pathOf(index), prepared[index]);
    const text = await body.text();
    return statusCode === 200 && text.includes(`"order":${index},`) ? number : -1;
  },
  async undici(number) {
    const { body } = await request(address + pathOf(number), { ...sent(number), dispatcher });
    return orderOf(await body.json());
  },
  async fetch(number) {
    const response = await fetch(address + pathOf(number), { ...sent(number), dispatcher });
    return orderOf(await response.json());
  },
  action: withClient(createClient({ transport })),
  logged: withClient(createClient({ transport, log })),
};

const call = kinds[kind];
if (call === undefined) throw new Error(`There is no caller ${kind}.`);
let started = 0;
let made = 0;
let isEnded = true;
let working: Promise<unknown> = Promise.resolve();
/** Calls in progress at a rate, at most. */
const mostOpen = 500;

async function make(one: Call): Promise<void> {
  started += 1;
  const number = started;
  const received = await one(number);
  if (received !== number) throw new Error(`The response to order ${number} is of order ${received}.`);
  made += 1;
}

async function withoutPause(one: Call): Promise<void> {
  while (!isEnded) await make(one);
}

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

serveParent<Request>('', async (asked) => {
  if (asked.ask === 'begin') {
    const { rate } = asked;
    isEnded = false;
    working =
      rate === null
        ? Promise.all(Array.from({ length: connections }, () => withoutPause(call)))
        : atRate(call, rate);
  } else if (asked.ask === 'end') {
    isEnded = true;
    await working;
  } else if (asked.ask === 'flush') {
    await log?.flush();
  }

  return stateOf(made, log);
});
