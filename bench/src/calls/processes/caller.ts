import { setTimeout as wait } from 'node:timers/promises';
import { Action, type Client, createClient, type Endpoint, undiciTransport } from '@rowhouse/integrations';
import { Agent, fetch, request } from 'undici';
import { callerHeaders, order, pathOf } from '../orders.ts';
import { openLog, stateOf } from './openLog.ts';
import { answer, type Run, settings } from './protocol.ts';

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

const calls: Record<string, Call> = {
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
let number = 0;

async function make(one: Call): Promise<void> {
  number += 1;
  const own = number;
  const shipment = (await one(own)) as { order: number };
  if (shipment.order !== own) throw new Error(`Order ${own} was answered with order ${shipment.order}.`);
}

async function atOnce(one: Call, seconds: number): Promise<Run> {
  const began = performance.now();
  const before = number;
  const until = began + seconds * 1_000;
  const calling = async () => {
    while (performance.now() < until) await make(one);
  };
  await Promise.all(Array.from({ length: connections }, calling));

  return { calls: number - before, seconds: (performance.now() - began) / 1_000 };
}

async function atRate(one: Call, seconds: number, rate: number): Promise<Run> {
  const began = performance.now();
  const before = number;
  const running = new Set<Promise<void>>();

  for (let due = 0; due < seconds * rate; await wait(5)) {
    const now = Math.min(seconds, (performance.now() - began) / 1_000) * rate;
    for (; due < now; due += 1) {
      const made = make(one).finally(() => running.delete(made));
      running.add(made);
    }
  }
  await Promise.all(running);

  return { calls: number - before, seconds: (performance.now() - began) / 1_000 };
}

answer('', async (ask) => {
  if (ask.ask === 'run') {
    return ask.rate === null ? atOnce(call, ask.seconds) : atRate(call, ask.seconds, ask.rate);
  }
  if (ask.ask === 'flush') await log?.flush();

  return stateOf(log);
});
