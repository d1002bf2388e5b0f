import { type AnyEndpoint, Method } from '@rowhouse/integrations';
import type { Planted } from './Planted.ts';
import type { Partner } from './startPartner.ts';

/** Calls whose secrets the partner repeats in plain text, so that neither name nor format identifies them. */
export function repeatedCanaries(planted: Planted, partner: Partner): AnyEndpoint[] {
  return [
    bearer(planted, partner),
    basic(planted, partner),
    header(planted, partner),
    fields(planted, partner),
    address(planted, partner),
  ];
}

function bearer(planted: Planted, partner: Partner): AnyEndpoint {
  const token = planted.secret('bearer token, repeated');

  return partner.endpoint('visible-repeated-bearer', {
    method: Method.GET,
    response: says(403, { error: `Token ${token} has expired`, [token]: { tried: [`with ${token}`] } }),
    capabilities: { tokenProvider: () => ({ current: () => token, refresh: async () => {} }) },
  });
}

function basic(planted: Planted, partner: Partner): AnyEndpoint {
  const password = planted.secret('password of Basic, repeated');
  const pair = planted.plant('pair of Basic, repeated', Buffer.from(`ann:${password}`).toString('base64'));

  return partner.endpoint('visible-repeated-basic', {
    method: Method.GET,
    response: says(401, { error: `No user ann with ${password}, as ${pair} says` }),
    capabilities: { username: () => 'ann', password: () => password },
  });
}

function header(planted: Planted, partner: Partner): AnyEndpoint {
  const key = planted.secret('API key of a header, repeated');

  return partner.endpoint('visible-repeated-header', {
    method: Method.GET,
    response: {
      status: 403,
      headers: { 'content-type': 'text/plain', 'x-reason': `nobody has ${key}` },
      body: `The key that was sent, ${key}, is not known here.`,
    },
    capabilities: { headers: () => ({ 'X-Api-Key': key }) },
  });
}

function fields(planted: Planted, partner: Partner): AnyEndpoint {
  const query = planted.secret('query, repeated');
  const field = planted.secret('nested field, repeated');

  return partner.endpoint('visible-repeated-fields', {
    method: Method.POST,
    response: says(422, {
      error: `Neither ${query} nor ${field} will do`,
      log: JSON.stringify({ said: `"${field}"` }),
    }),
    capabilities: {
      parameters: () => ({ access_token: query }),
      body: () => ({ shops: [{ login: { password: field } }] }),
    },
  });
}

/** The key is also part of the path, which log, report and mail show. */
function address(planted: Planted, partner: Partner): AnyEndpoint {
  const key = planted.secret('API key, repeated in the path');

  return partner.endpoint('visible-repeated-address', {
    method: Method.GET,
    response: says(404, {}),
    capabilities: {
      url: () => `${partner.base}/visible-repeated-address/${key}`,
      headers: () => ({ 'X-Api-Key': key }),
    },
  });
}

function says(status: number, body: object) {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
