import { type AnyEndpoint, Method, type Token } from '@rowhouse/integrations';
import type { Planted } from './Planted.ts';
import { repeatedCanaries } from './repeatedCanaries.ts';
import type { Partner } from './startPartner.ts';

/** Not secret: expected to be found. */
export const visible = 'visible-city';

/** Failing calls to a partner, with canaries in requests, responses and errors. */
export function outboundCanaries(planted: Planted, partner: Partner): AnyEndpoint[] {
  return [
    structured(planted, partner),
    written(planted, partner),
    form(planted, partner),
    multipart(planted, partner),
    xml(planted, partner),
    plainText(planted, partner),
    shapes(planted, partner),
    basicAuth(planted, partner),
    bearer(planted, partner),
    provider(planted, partner),
    redirected(planted, partner),
    followed(planted, partner),
    credentialsInAddress(planted, partner),
    unknownHost(planted, partner),
    ...repeatedCanaries(planted, partner),
  ];
}

function structured(planted: Planted, partner: Partner): AnyEndpoint {
  const secret = (place: string) => planted.secret(place);
  const headers = {
    authorization: `Token ${secret('header authorization')}`,
    'x-api-key': secret('header x-api-key'),
    'X-Auth-Token': secret('header X-Auth-Token'),
    cookie: `theme=dark; session=${secret('header cookie')}`,
    'Ocp-Apim-Subscription-Key': secret('header Ocp-Apim-Subscription-Key'),
  };
  const parameters = {
    access_token: secret('query access_token'),
    auth: { apiKey: secret('query auth[apiKey]') },
    city: visible,
  };
  const body = {
    city: visible,
    password: secret('JSON password'),
    CLIENT_SECRET: secret('JSON CLIENT_SECRET'),
    refreshToken: secret('JSON refreshToken'),
    'private-key': secret('JSON private-key'),
    login: { credentials: { user: secret('JSON login.credentials.user') } },
    accounts: [{ apiKey: secret('JSON accounts[].apiKey') }, [{ pin: secret('JSON accounts[][].pin') }]],
    passwords: [secret('JSON passwords[]')],
    embedded: JSON.stringify({ inner: JSON.stringify({ api_key: secret('JSON in JSON in JSON') }) }),
    customerNumber: secret('JSON customerNumber, of the configured names'),
  };
  const response = {
    error: `No such user: password=${secret('error text of a response')}`,
    session: { token: secret('JSON of a response, nested') },
    keys: [{ 'x-api-key': secret('JSON of a response, in a list') }],
  };

  return partner.endpoint('visible-structured', {
    method: Method.POST,
    response: {
      status: 500,
      headers: {
        'content-type': 'application/json',
        'set-cookie': [`sid=${secret('set-cookie')}; Path=/`, `csrf=${secret('second set-cookie')}`],
        'x-auth-token': secret('header x-auth-token of a response'),
      },
      body: JSON.stringify(response),
    },
    capabilities: { headers: () => headers, parameters: () => parameters, body: () => body },
  });
}

function written(planted: Planted, partner: Partner): AnyEndpoint {
  // With an escaped name: password.
  const body = `{"pass\\u0077ord": "${planted.secret('JSON with an escaped name')}", "city": "${visible}"}`;

  return partner.endpoint('visible-written', {
    method: Method.PUT,
    response: {
      status: 502,
      headers: { 'content-type': 'application/json' },
      body: `{"city": "${visible}", "access_token": "${planted.secret('JSON of a response, broken off')}`,
    },
    capabilities: { headers: () => ({ 'content-type': 'application/json' }), body: () => body },
  });
}

function form(planted: Planted, partner: Partner): AnyEndpoint {
  const body = {
    city: visible,
    password: planted.secret('form password'),
    card: { cvv: planted.secret('form card[cvv]') },
    tokens: [planted.secret('form tokens[0]')],
  };

  return partner.endpoint('visible-form', {
    method: Method.POST,
    response: {
      status: 400,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `error=no&client_secret=${planted.secret('form of a response')}`,
    },
    capabilities: { asForm: () => true as const, body: () => body },
  });
}

function multipart(planted: Planted, partner: Partner): AnyEndpoint {
  const body = { city: visible, apiKey: planted.secret('multipart field apiKey') };
  const content = Buffer.from(`password=${planted.secret('attachment')}`);

  return partner.endpoint('visible-multipart', {
    method: Method.POST,
    response: { status: 422 },
    capabilities: {
      body: () => body,
      attachments: () => [{ name: 'file', filename: 'parcel.txt', content, type: 'text/plain' }],
    },
  });
}

function xml(planted: Planted, partner: Partner): AnyEndpoint {
  const body = [
    `<Order apiKey="${planted.secret('XML attribute')}"><City>${visible}</City>`,
    `<ns:Password xmlns:ns="urn:a">${planted.secret('XML element')}</ns:Password>`,
    `<Login token='${planted.secret('XML attribute in single quotes')}'/>`,
    `<Secret><![CDATA[${planted.secret('XML CDATA')}]]></Secret>`,
    `<Credentials><User>${planted.secret('XML within credentials')}</User></Credentials></Order>`,
  ].join('');

  return partner.endpoint('visible-xml', {
    method: Method.POST,
    response: {
      status: 500,
      headers: { 'content-type': 'text/xml' },
      body: `<Fault><AccessToken>${planted.secret('XML of a response')}</AccessToken></Fault>`,
    },
    capabilities: { headers: () => ({ 'content-type': 'application/xml' }), body: () => body },
  });
}

function plainText(planted: Planted, partner: Partner): AnyEndpoint {
  const lines = [
    `The request was: Authorization: Bearer ${planted.secret('text, authorization')}`,
    `Cookie: sid=${planted.secret('text, cookie')}`,
    `user=ann password="${planted.secret('text, password in quotes')}" city=${visible}`,
    `see https://ann:${planted.secret('text, userinfo of an address')}@partner.example/?token=${planted.secret('text, query of an address')}`,
    `{\\"api_key\\": \\"${planted.secret('text, escaped JSON')}\\"}`,
  ];

  return partner.endpoint('visible-text', {
    method: Method.GET,
    response: { status: 500, headers: { 'content-type': 'text/plain' }, body: lines.join('\n') },
    capabilities: {},
  });
}

function shapes(planted: Planted, partner: Partner): AnyEndpoint {
  const card = planted.card('card number in groups');
  const notes = [
    `paid with ${planted.card('card number')} today`,
    `paid with ${card.replace(/(\d{4})(?=\d)/g, '$1 ')} today`,
    `the customer sent ${planted.jwt('JWT in free text')}`,
    `we use ${planted.providerKey('key of a provider in free text')}`,
    `-----BEGIN PRIVATE KEY-----\n${planted.secret('private key')}\n-----END PRIVATE KEY-----`,
  ];
  planted.plant('card number in groups, as it is written', card.replace(/(\d{4})(?=\d)/g, '$1 '));
  const body = { city: visible, notes };

  return partner.endpoint('visible-shapes', {
    method: Method.POST,
    response: {
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ log: `got ${planted.jwt('JWT in a response')}` }),
    },
    capabilities: { body: () => body },
  });
}

function basicAuth(planted: Planted, partner: Partner): AnyEndpoint {
  const password = planted.secret('password of Basic');
  planted.plant('Basic as it is sent', Buffer.from(`ann:${password}`).toString('base64'));

  return partner.endpoint('visible-basic', {
    method: Method.GET,
    response: { status: 401 },
    capabilities: { username: () => 'ann', password: () => password },
  });
}

function bearer(planted: Planted, partner: Partner): AnyEndpoint {
  let token = planted.secret('bearer token');
  const next = planted.secret('bearer token after a refresh');
  const refresh = async () => {
    token = next;
  };

  return partner.endpoint('visible-bearer', {
    method: Method.GET,
    response: { status: 403 },
    capabilities: { tokenProvider: () => ({ current: () => token, refresh }) },
  });
}

function provider(planted: Planted, partner: Partner): AnyEndpoint {
  const message = `POST /token was answered with 400: client_secret=${planted.secret('error of a token provider')} is wrong`;
  const cause = new Error(`Authorization: Basic ${planted.secret('cause of its error')}`);

  class PartnerTokens implements Token {
    async current(): Promise<string> {
      throw new Error(message, { cause });
    }
    async refresh() {}
  }

  return partner.endpoint('visible-provider', {
    method: Method.GET,
    response: { status: 200 },
    capabilities: { tokenProvider: () => new PartnerTokens() },
  });
}

function redirected(planted: Planted, partner: Partner): AnyEndpoint {
  const [token, hash] = [planted.secret('Location, query'), planted.secret('Location, fragment')];

  return partner.endpoint('visible-redirect', {
    method: Method.GET,
    response: {
      status: 302,
      headers: { location: `https://sso.example/in?code=1&token=${token}#access_token=${hash}` },
    },
    capabilities: {},
  });
}

function followed(planted: Planted, partner: Partner): AnyEndpoint {
  const [password, token] = [planted.secret('Location, userinfo'), planted.secret('Location, followed')];

  return partner.endpoint('visible-followed', {
    method: Method.GET,
    response: {
      status: 302,
      headers: { location: `http://ann:${password}@nobody.invalid/?token=${token}` },
    },
    capabilities: { options: () => ({ maxRedirections: 3 }) },
  });
}

function credentialsInAddress(planted: Planted, partner: Partner): AnyEndpoint {
  const password = planted.secret('userinfo of the address');

  return partner.endpoint('visible-userinfo', {
    method: Method.GET,
    response: { status: 200 },
    capabilities: { url: () => `http://ann:${password}@partner.example/visible-userinfo` },
  });
}

function unknownHost(planted: Planted, partner: Partner): AnyEndpoint {
  const [token, signature] = [
    planted.secret('query of an unknown host'),
    planted.secret('signature for an unknown host'),
  ];

  return partner.endpoint('visible-dns', {
    method: Method.GET,
    response: { status: 200 },
    capabilities: {
      url: () => `http://nobody.invalid/visible-dns?token=${token}&X-Amz-Signature=${signature}`,
    },
  });
}
