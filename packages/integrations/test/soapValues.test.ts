import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { BaseSoapEndpoint, SoapAction, type SoapOptions } from '../src/soap/index.ts';
import { typedWsdl } from './typedWsdl.ts';

/** What the server sends. */
interface Reply {
  readonly body: string | Uint8Array;
  readonly type?: string;
  readonly status?: number;
}

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const envelope = (body: string, namespace = soap11) =>
  `<e:Envelope xmlns:e="${namespace}"><e:Body>${body}</e:Body></e:Envelope>`;
const told = (members: string) => envelope(`<Told xmlns="urn:t">${members}</Told>`);

let reply: Reply = { body: '' };
let received = { body: '', headers: {} as NodeJS.Dict<string | string[]> };
const client = createClient();
const http = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received = { body: Buffer.concat(chunks).toString(), headers: request.headers };
  response
    .writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'text/xml; charset=utf-8' })
    .end(reply.body);
});
let location = '';

beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  location = `http://127.0.0.1:${(http.address() as AddressInfo).port}/s`;
});
beforeEach(() => {
  reply = { body: told('<text>x</text>') };
});
afterAll(async () => {
  await client.close();
  http.close();
});

interface Asking {
  readonly operation?: string;
  readonly version?: '1.1' | '1.2';
  readonly options?: SoapOptions;
  readonly headers?: readonly (object | string)[];
}

function ask(given: object, { operation = 'Ask', version = '1.1', options = {}, headers = [] }: Asking = {}) {
  class Endpoint extends BaseSoapEndpoint {
    wsdl() {
      return typedWsdl(location, version);
    }
    operation() {
      return operation;
    }
    arguments() {
      return given;
    }
    override options() {
      return options;
    }
    soapHeaders() {
      return headers;
    }
  }
  return new SoapAction<Record<string, unknown>>(new Endpoint(), client).handle();
}

/** The element that was sent. */
const sent = (name: string) =>
  new RegExp(`<(?:\\w+:)?${name}[^>]*>.*?</(?:\\w+:)?${name}>`, 's').exec(received.body)?.[0];

describe('arguments', () => {
  const instant = new Date('2026-03-31T10:20:30.456Z');

  test.each([
    ['a Date', { when: instant }, '<t:when>2026-03-31T10:20:30.456Z</t:when>'],
    ['a Date for xsd:date', { day: instant }, '<t:day>2026-03-31</t:day>'],
    ['a Date for xsd:time', { clock: instant }, '<t:clock>10:20:30.456Z</t:clock>'],
    ['a bigint', { id: 9223372036854775807n }, '<t:id>9223372036854775807</t:id>'],
    ['a large number for xsd:decimal', { price: 1e21 }, '<t:price>1000000000000000000000</t:price>'],
    ['a small number for xsd:decimal', { price: 1e-7 }, '<t:price>0.0000001</t:price>'],
    ['a large number for xsd:double', { rate: 1e21 }, '<t:rate>1e+21</t:rate>'],
    ['infinity', { rate: Number.NEGATIVE_INFINITY }, '<t:rate>-INF</t:rate>'],
    ['NaN', { rate: Number.NaN }, '<t:rate>NaN</t:rate>'],
    ['false', { yes: false }, '<t:yes>false</t:yes>'],
    ['zero', { id: 0 }, '<t:id>0</t:id>'],
    ['bytes', { bytes: Buffer.from('hi') }, '<t:bytes>aGk=</t:bytes>'],
    ['an ArrayBuffer', { bytes: new Uint8Array([1, 2]).buffer }, '<t:bytes>AQI=</t:bytes>'],
    ['bytes for xsd:hexBinary', { hex: Buffer.from('hi') }, '<t:hex>6869</t:hex>'],
    ['null', { text: null }, '<t:text xsi:nil="true"></t:text>'],
    ['text', { text: '<a> & "b"' }, '<t:text>&lt;a&gt; &amp; &quot;b&quot;</t:text>'],
    ['a URL', { text: new URL('https://example.org/a?b') }, '<t:text>https://example.org/a?b</t:text>'],
    ['an object with toJSON', { text: { toJSON: (): string => 'JSON' } }, '<t:text>JSON</t:text>'],
    [
      'the fields of a class',
      {
        inner: new (class {
          at = instant;
        })(),
      },
      '<t:inner><t:at>2026-03-31T10:20:30.456Z</t:at></t:inner>',
    ],
  ])('sends %s', async (_what, given, element) => {
    await ask(given);
    const [name = ''] = Object.keys(given);

    expect(sent(name)).toBe(element);
  });

  test('sends each item of a list, null too', async () => {
    await ask({ list: [instant, null, 5n] });

    expect(received.body.match(/<t:list[^>]*>[^<]*/g)).toEqual([
      '<t:list>2026-03-31T10:20:30.456Z',
      '<t:list xsi:nil="true">',
      '<t:list>5',
    ]);
  });

  test('leaves out undefined', async () => {
    await ask({ text: undefined, id: 1 });

    expect(received.body).not.toContain('text');
  });

  test('sends values next to attributes, attributes, and headers', async () => {
    await ask(
      { when: { attributes: { at: instant }, $value: instant } },
      { headers: [{ Sent: { at: instant } }] },
    );

    expect(received.body).toContain('at="2026-03-31T10:20:30.456Z">2026-03-31T10:20:30.456Z</');
    expect(received.body).toMatch(/<at>2026-03-31T10:20:30.456Z<\/at>/);
  });

  test.each([
    ['a Map', { text: new Map([['a', 1]]) }, /text is a Map; give an object or a list/],
    ['a Set', { list: new Set([1]) }, /list is a Set/],
    ['an invalid date', { when: new Date(Number.NaN) }, /when is an invalid date/],
    ['a list in a list', { list: [[1]] }, /list\[0\] is a list within a list/],
    ['undefined in a list', { list: [1, undefined] }, /list\[1\] is undefined/],
    ['a function', { text: () => 1 }, /text is a function/],
    ['a symbol', { text: Symbol('a') }, /text is a symbol/],
    ['a promise', { inner: { at: Promise.resolve(1) } }, /inner\.at is a Promise without fields/],
    ['a regular expression', { text: /a/ }, /text is a RegExp without fields/],
    ['a blob', { bytes: new Blob(['a']) }, /bytes contains bytes/],
    ['a control character', { text: 'a\u0001b' }, /text has a control character/],
  ])('refuses %s, with its path', async (_what, given, message) => {
    received.body = '';
    await expect(ask(given)).rejects.toThrow(message);

    expect(received.body).toBe('');
  });

  test('are sent in the version of the only binding', async () => {
    reply = {
      body: envelope('<Told xmlns="urn:t"><text>x</text></Told>', soap12),
      type: 'application/soap+xml',
    };
    const { result } = await ask({ id: 1 }, { version: '1.2' });

    expect(result).toEqual({ text: 'x' });
    expect(received.headers['content-type']).toMatch(
      /^application\/soap\+xml; charset=utf-8; action="urn:t#Ask"/,
    );
    expect(received.body).toContain(soap12);
  });
});

describe('results', () => {
  test.each([
    ['<id>9223372036854775807</id>', { id: '9223372036854775807' }],
    ['<id>-42</id>', { id: -42 }],
    ['<id>9007199254740992</id>', { id: 9007199254740992 }],
    ['<count>12345678901234567890123</count>', { count: '12345678901234567890123' }],
    ['<unsigned>18446744073709551615</unsigned>', { unsigned: '18446744073709551615' }],
    ['<price>12345678901234567.89</price>', { price: '12345678901234567.89' }],
    ['<price>0.10</price>', { price: 0.1 }],
    ['<price>3.14159265358979323846</price>', { price: '3.14159265358979323846' }],
    ['<rate>-INF</rate>', { rate: Number.NEGATIVE_INFINITY }],
    ['<rate>1.5E3</rate>', { rate: 1500 }],
    ['<when>2026-03-31T10:20:30Z</when>', { when: new Date('2026-03-31T10:20:30Z') }],
    ['<day>2026-03-31+02:00</day>', { day: '2026-03-31+02:00' }],
    ['<yes>1</yes>', { yes: true }],
  ])('of %s keep all digits', async (members, result) => {
    reply = { body: told(members) };

    expect((await ask({})).result).toEqual(result);
  });

  test('are read by an own deserializer in its place', async () => {
    reply = { body: told('<id>7</id>') };
    const { result } = await ask(
      {},
      { options: { customDeserializer: { long: (text: string) => BigInt(text) } } },
    );

    expect(result).toEqual({ id: 7n });
  });

  const declared = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>${told('<text>Zoë €</text>')}`;
  test.each([
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le'), 'text/xml'],
    ['UTF-16 without one', Buffer.from(declared('UTF-16'), 'utf16le'), 'text/xml'],
    ['UTF-16 by its type', Buffer.from(declared('UTF-16'), 'utf16le').swap16(), 'text/xml; charset=utf-16be'],
    ['UTF-8', Buffer.from(declared('UTF-8')), 'text/xml'],
    [
      'a declared charset',
      Buffer.from(declared('windows-1252').replace('€', '\x80'), 'latin1'),
      'application/xml',
    ],
    [
      'a charset of its type, not that of its declaration',
      Buffer.from(declared('windows-1252')),
      'text/xml; charset=utf-8',
    ],
  ])('are read in %s', async (_what, body, type) => {
    reply = { body, type };

    expect((await ask({})).result).toEqual({ text: 'Zoë €' });
  });

  test('are read from the root of a response in parts, with the parts that it includes (MTOM)', async () => {
    const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:file%40t"/>';
    const parts = [
      '--b\r\nContent-Type: application/octet-stream\r\nContent-ID: <file@t>\r\nContent-Transfer-Encoding: binary\r\n\r\n',
      Buffer.from([0, 255, 10]),
      `\r\n--b\r\nContent-Type: application/xop+xml; charset=UTF-8; type="text/xml"\r\nContent-ID: <root@t>\r\n\r\n${told(`<text>Zoë</text><bytes>${include}</bytes>`)}`,
      '\r\n--b--\r\n',
    ];
    reply = {
      body: Buffer.concat(parts.map((part) => Buffer.from(part))),
      type: 'Multipart/Related; boundary=b; type="application/xop+xml"; start="<root@t>"; start-info="text/xml"',
    };
    const { result, rawResponse } = await ask({});

    expect(result).toEqual({ text: 'Zoë', bytes: 'AP8K' });
    expect(rawResponse).toContain('cid:file%40t');
  });

  test('are read from the first part without a start, encoded as Base64', async () => {
    const root = Buffer.from(told('<text>first</text>')).toString('base64');
    reply = {
      body: `--=_1\nContent-Type: text/xml\nContent-Transfer-Encoding: base64\n\n${root}\n--=_1\n\nfile\n--=_1--`,
      type: 'multipart/related; type="text/xml"; boundary="=_1"',
    };

    expect((await ask({})).result).toEqual({ text: 'first' });
  });
});

describe('a response without a message', () => {
  test.each([
    ['Ask', 202, ''],
    ['Ask', 204, ''],
    ['Notify', 200, ''],
    ['Notify', 202, '\r\n'],
    ['Notify', 200, 'OK'],
  ])('of %s with status %i is no failure: %j', async (operation, status, body) => {
    reply = { status, body, type: 'text/plain' };
    const response = await ask({}, { operation });

    expect(response).toMatchObject({ status, result: null, fault: null });
    expect(response.failed()).toBe(false);
  });

  test('is a failure with status 200, if the operation has a result', async () => {
    reply = { status: 200, body: '' };

    await expect(ask({})).rejects.toMatchObject({ code: 'integrations.invalid_response' });
  });

  test('is a failure if it has a fault, for an operation without a result, too', async () => {
    reply = {
      status: 500,
      body: envelope('<e:Fault><faultcode>e:Server</faultcode><faultstring>No</faultstring></e:Fault>'),
    };

    await expect(ask({}, { operation: 'Notify' })).rejects.toThrow('e:Server: No');
  });
});

test('a fault of SOAP 1.2 says its subcodes, its reasons in all languages and its detail', async () => {
  const code =
    '<e:Code><e:Value>e:Sender</e:Value><e:Subcode><e:Value>t:Id</e:Value><e:Subcode><e:Value>t:Short</e:Value></e:Subcode></e:Subcode></e:Code>';
  const reason =
    '<e:Reason><e:Text xml:lang="en">Bad id</e:Text><e:Text xml:lang="de">Falsche Nummer</e:Text></e:Reason>';
  reply = {
    status: 400,
    type: 'application/soap+xml',
    body: envelope(`<e:Fault>${code}${reason}<e:Detail><at>7</at></e:Detail></e:Fault>`, soap12),
  };
  const response = await ask({}, { version: '1.2', options: { exceptions: false } });

  expect(response.fault).toEqual({
    code: 'e:Sender',
    subcodes: ['t:Id', 't:Short'],
    message: 'Bad id / Falsche Nummer',
    detail: { at: '7' },
  });
  expect(() => response.throw()).toThrow('e:Sender: t:Id: t:Short: Bad id / Falsche Nummer: {"at":"7"}');
});
