import { type AnyEndpoint, Method } from '@rowhouse/integrations';
import { secretNames } from '../../../../../test/secretNames.ts';
import { visible } from './outboundCanaries.ts';
import type { Planted } from './Planted.ts';
import type { Partner, PartnerResponse } from './startPartner.ts';

interface Carried {
  readonly capabilities?: object;
  readonly response?: Partial<PartnerResponse>;
}

type Carry = (name: string, secret: string, base: string) => Carried;

const json = { 'content-type': 'application/json' };

/** Place of a secret → how to put it there. */
const places: Readonly<Record<string, Carry>> = {
  'a header': (name, secret) => ({ capabilities: { headers: () => ({ [name]: secret }) } }),
  'a cookie': (name, secret) => ({
    capabilities: { headers: () => ({ cookie: `theme=dark; ${name}=${secret}` }) },
  }),
  'the query': (name, secret) => ({ capabilities: { parameters: () => ({ [name]: secret }) } }),
  'the path': (name, secret, base) => ({ capabilities: { url: () => `${base};${name}=${secret}` } }),
  'the path of a resource': (name, secret, base) => ({
    capabilities: { url: () => `${base}/${name}/${secret}` },
  }),
  JSON: (name, secret) => ({ capabilities: { body: () => ({ city: visible, list: [{ [name]: secret }] }) } }),
  'a form': (name, secret) => ({
    capabilities: { asForm: () => true as const, body: () => ({ [name]: secret }) },
  }),
  XML: (name, secret) => written('application/xml', `<a><${name}>${secret}</${name}></a>`),
  'a SOAP envelope': (name, secret) =>
    written(
      'application/soap+xml',
      `<s:Envelope><s:Header><w:${name}>${secret}</w:${name}></s:Header></s:Envelope>`,
    ),
  'a multipart body': (name, secret) => ({
    capabilities: {
      body: () => ({ [name]: secret }),
      attachments: () => [{ name: 'file', filename: 'a.txt', content: Buffer.from('a'), type: 'text/plain' }],
    },
  }),
  'text in UTF-16': (name, secret) => ({
    response: {
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from(`${name}: ${secret}`, 'utf16le'),
    },
  }),
  'a cookie of a response': (name, secret) => ({
    response: { headers: { 'set-cookie': ['theme=dark', `${name}=${secret}; Path=/`] } },
  }),
  'a header of a response': (name, secret) => ({ response: { headers: { [name]: secret } } }),
  'JSON of a response': (name, secret) => ({
    response: { headers: json, body: JSON.stringify({ a: { [name]: secret } }) },
  }),
  'XML of a response': (name, secret) => ({
    response: { headers: { 'content-type': 'text/xml' }, body: `<a ${name}="${secret}"/>` },
  }),
  'text of a response': (name, secret) => ({
    response: { headers: { 'content-type': 'text/plain' }, body: `Refused: ${name}=${secret}` },
  }),
  'a form of a response': (name, secret) => ({
    response: {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `error=no&${name}=${secret}`,
    },
  }),
  'a Location': (name, secret) => ({
    response: {
      status: 302,
      headers: { location: `https://sso.example/in;${name}=${secret}?code=${secret}` },
    },
  }),
  'an error message': (name, secret) => ({
    capabilities: {
      tokenProvider: () => ({
        current: async () => {
          throw new Error(`The provider said: Incorrect ${name} provided: ${secret}, ${name}=${secret}`);
        },
        refresh: async () => {},
      }),
    },
  }),
};

const reportedPlaces = new Set(['the query', 'the path', 'the path of a resource', 'an error message']);

/** A call with one canary for each name of a secret that providers document; places alternate. */
export function nameCanaries(planted: Planted, partner: Partner): AnyEndpoint[] {
  const all = Object.entries(places);

  return secretNames.map((name, index) => {
    const [place, carry] = all[index % all.length]!;
    const call = `visible-name-${index}-`;
    const secret = planted.secret(`${name} in ${place}`);
    const { capabilities = {}, response = {} } = carry(name, secret, `${partner.base}/${call}`);

    // Reports contain URL and error only; secrets in other places can share a report.
    const group = reportedPlaces.has(place) ? call : `visible-names-${index % all.length}-`;

    return partner.endpoint(call, {
      method: Method.POST,
      response: { status: 500, ...response },
      capabilities,
      group,
    });
  });
}

function written(type: string, body: string): Carried {
  return { capabilities: { headers: () => ({ 'content-type': type }), body: () => body } };
}
