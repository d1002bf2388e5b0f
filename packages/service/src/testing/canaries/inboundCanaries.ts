import type { TestService } from '../startTestService.ts';
import { visible } from './outboundCanaries.ts';
import type { Planted } from './Planted.ts';

/** The path of the calls, which is not secret. */
export const visibleOrder = '/api/shop/orders/VISIBLE-1';

/** Inbound calls with canaries, including the API key; returns their statuses. */
export async function callInbound(planted: Planted, service: TestService, key: string): Promise<number[]> {
  planted.plant('inbound x-api-key', key);
  const secret = (place: string) => planted.secret(`inbound ${place}`);
  const headers = {
    'x-api-key': key,
    authorization: `Basic ${Buffer.from(`ann:${secret('authorization')}`).toString('base64')}`,
    cookie: `theme=dark; shop_session=${secret('cookie')}`,
    'x-auth-token': secret('header x-auth-token'),
    'x-webhook-signature': secret('header x-webhook-signature'),
  };
  const query = [
    `city=${visible}`,
    `token=${secret('query token')}`,
    `client_secret=${secret('query client_secret')}`,
    `login[password]=${secret('query login[password]')}`,
    `%70assword=${secret('query with an escaped name')}`,
    `sessionId=${secret('query sessionId')}`,
  ].join('&');
  const body = {
    status: 'shipped',
    city: visible,
    password: secret('JSON password'),
    login: { apiKey: secret('JSON login.apiKey') },
    list: [{ 'access-token': secret('JSON list[].access-token') }],
  };
  const patch = (sent: unknown, more: Record<string, string> = {}) =>
    service.call(visibleOrder, { method: 'PATCH', headers: { ...headers, ...more }, body: sent });

  const responses = [
    await service.call(`${visibleOrder}?${query}`, { headers }),
    await patch(body),
    await patch(`{"password": "${secret('JSON, broken off')}`),
    await patch(`<a password="${secret('XML, of a type that is refused')}"/>`, {
      'content-type': 'text/xml',
    }),
    await patch({ status: 'x', password: secret('JSON that is refused') }),
  ];

  return responses.map(({ status }) => status);
}
