import { type Dispatcher, request } from 'undici';
import type { RunningContender } from './main.ts';

/** What a client sends of a customer. */
export interface CustomerValues {
  readonly name: string;
  readonly company: string | null;
  readonly email: string;
  readonly country_code: string;
  readonly newsletter: boolean | null;
}

export interface SentChange {
  readonly row: number;
  readonly values: Partial<CustomerValues>;
  readonly expected: Partial<CustomerValues>;
}

interface Response {
  readonly status: number;
  readonly body: { readonly row?: Readonly<Record<string, unknown>> | null };
}

/** A customer that no other call returns. */
export function newCustomer(number: number): CustomerValues {
  return {
    name: `Customer ${number}`,
    company: number % 3 === 0 ? null : `Company ${number}`,
    email: `customer-${number}@example.com`,
    country_code: ['DE', 'FR', 'IT', 'NO'][number % 4] ?? 'DE',
    newsletter: number % 2 === 0,
  };
}

export const create = (target: RunningContender, values: unknown, agent?: Dispatcher): Promise<Response> =>
  send(target, 'POST', { rowhouse: '/api/customers/store', floor: '/customers' }, { values }, agent);

export const change = (target: RunningContender, sent: SentChange, agent?: Dispatcher): Promise<Response> =>
  send(target, 'PATCH', { rowhouse: '/api/customers/update', floor: '/customers' }, sent, agent);

async function send(
  { contender: { server }, process }: RunningContender,
  method: 'POST' | 'PATCH',
  paths: Readonly<Record<typeof server, string>>,
  sent: object,
  dispatcher?: Dispatcher,
): Promise<Response> {
  const { statusCode, body } = await request(process.ready + paths[server], {
    ...{ method, body: JSON.stringify(sent), dispatcher },
    headers: { 'content-type': 'application/json' },
  });

  return { status: statusCode, body: (await body.json()) as Response['body'] };
}
