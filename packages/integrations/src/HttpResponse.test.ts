import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createResponse } from './HttpResponse.ts';
import { createMask } from './mask/createMask.ts';

const mask = createMask();
const respond = (body: string | Uint8Array, type?: string, status = 200) =>
  createResponse(
    {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
      url: 'https://courier.example/parcels?token=s3cret-in-the-url',
      body: typeof body === 'string' ? Buffer.from(body) : body,
    },
    { method: 'GET', tries: 2, mask },
  );

const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex');

test.each<[string, Uint8Array, string | undefined, string]>([
  ['UTF-8 by default', hex('5a 6f c3 ab'), undefined, 'Zoë'],
  ['the charset of its type', hex('5a 6f eb'), 'text/plain; charset=iso-8859-1', 'Zoë'],
  ['a charset in quotes', hex('5a 6f eb'), 'text/xml; a=b; Charset="windows-1252"', 'Zoë'],
  ['UTF-16', hex('5a 00 6f 00'), 'text/plain; charset=utf-16le', 'Zo'],
  ['a byte order mark', hex('ef bb bf 5a'), undefined, 'Z'],
  ['UTF-16 without a byte order mark', hex('00 5a 00 6f'), 'text/plain; charset=utf-16', 'Zo'],
  ['UTF-16 by its content', hex('5a 00 6f 00'), 'text/plain', 'Zo'],
  ['a label of databases', hex('c3 ab'), 'text/plain; charset=utf8mb4', 'ë'],
  ['a label of Windows', hex('b3'), 'text/plain; charset=cp1250', 'ł'],
  ['a code page', hex('82 a0'), 'text/plain; charset=cp932', 'あ'],
  ['a label with a hyphen', hex('a4'), 'text/plain; charset=latin-9', '€'],
  ['a label of Java', hex('a4'), 'text/plain; charset=ISO8859_15', '€'],
  ['a label in single quotes', hex('eb'), "text/plain; charset='latin1'", 'ë'],
  ['a label that is none', hex('c3 ab'), 'text/plain; charset=none', 'ë'],
  ['a byte order mark before its type', hex('fe ff 00 5a'), 'text/plain; charset=utf-8', 'Z'],
  ['bytes that are none', hex('5a ff'), undefined, 'Z\ufffd'],
])('Reads text with %s', (_, body, type, expected) => {
  expect(respond(body, type).text()).toBe(expected);
});

test('Reads JSON in its charset', () => {
  expect(respond(hex('22 eb 22'), 'application/json; charset=latin1').json()).toBe('ë');
  expect(respond(hex('ef bb bf 5b 5d'), 'application/json').json()).toEqual([]);
});

test('Returns null as JSON and an empty text without content', () => {
  const response = respond('', undefined, 204);
  expect([response.json(), response.text(), response.bytes().length, response.failed()]).toEqual([
    null,
    '',
    0,
    false,
  ]);
});

test.each<[string, string | Uint8Array, string]>([
  ['no JSON', '{"password":"hunter2"', 'application/json'],
  ['an error page', '<h1>hunter2</h1>', 'text/html'],
  ['nothing', '', 'application/json'],
  ['bytes outside of its charset', hex('22 ff 22'), 'application/json'],
  ['an unknown charset', hex('22 ff 22'), 'application/json; charset=klingon'],
])('throws an error that does not show the content for %s instead of JSON', (_, body, type) => {
  expect(() => respond(body, type).json()).toThrow(
    expect.objectContaining({
      code: 'integrations.invalid_response',
      message: expect.stringMatching(
        /^GET https:\/\/courier\.example\/parcels\S* returned status 200 of type /,
      ),
    }),
  );
  try {
    respond(body, type).json();
  } catch (error) {
    expect(inspect(error)).not.toMatch(/hunter2|s3cret/);
  }
});

test('Throws if and only if the call failed', () => {
  const fine = respond('', undefined, 201);
  expect(fine.throw()).toBe(fine);
  expect(() => respond('hunter2', undefined, 500).throw()).toThrow(
    expect.objectContaining({
      code: 'integrations.call_failed',
      message: expect.stringMatching(/returned status 500, after 2 attempts\.$/),
    }),
  );
  const unchanged = respond('', undefined, 304);
  expect(unchanged.throw()).toBe(unchanged);
  expect([unchanged.failed(), unchanged.json()]).toEqual([false, null]);
});

test('Does not reveal its content when printed or logged', () => {
  const response = respond('hunter2', 'text/plain');
  expect(`${inspect(response, { depth: 9 })}${JSON.stringify(response)}`).not.toMatch(/hunter2|s3cret/);
});
