import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fastCheck, { type Arbitrary } from 'fast-check';
import { write } from './hostileValues.fixture.ts';

export interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

/** The value in representations other than plain JSON, none of which may be misread. */
export function otherRepresentation(value: Arbitrary<unknown>): Arbitrary<Content> {
  return fastCheck
    .tuple(value, fastCheck.constantFrom(...representations))
    .map(([content, represent]) => represent(content));
}

type Representation = (value: unknown) => Content;

const otherTypes = [
  'text/plain',
  'application/xml',
  'application/json-seq',
  'a',
  '*/*',
  'application/json, text/html',
];

/** The declared charset, and the actual one. */
const charsets: readonly (readonly [string, BufferEncoding])[] = [
  ['utf-16le', 'utf16le'],
  ['utf-16', 'utf8'],
  ['iso-8859-1', 'latin1'],
  ['x-nonsense', 'utf8'],
  ['utf-8', 'utf16le'],
  ['utf-8', 'latin1'],
  ['"utf-8', 'utf8'],
  ['', 'utf8'],
];

/** The declared content encoding, and the actual one. */
const encodings: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip', (text) => Buffer.from(text)],
  ['gzip, gzip', (text) => gzipSync(gzipSync(text))],
  ['x-nonsense', (text) => Buffer.from(text)],
  ['gzip', (text) => gzipSync(text).subarray(0, -5)],
  ['', (text) => gzipSync(text)],
];

const representations: readonly Representation[] = [
  ...otherTypes.map(
    (type): Representation =>
      (value) => ({ headers: { 'content-type': type }, body: write(value) }),
  ),
  ...charsets.map(
    ([charset, encoding]): Representation =>
      (value) => ({
        headers: { 'content-type': `application/json; charset=${charset}` },
        body: Buffer.from(write(value).slice(0, 10_000), encoding),
      }),
  ),
  ...encodings.map(
    ([encoding, compress]): Representation =>
      (value) => ({
        headers: { ...json, ...(encoding !== '' && { 'content-encoding': encoding }) },
        body: compress(write(value)),
      }),
  ),
  // 20 megabytes of zeros in 20 kB.
  () => ({ headers: { ...json, 'content-encoding': 'gzip' }, body: gzipBomb }),
  (value) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: urlencoded(value) }),
  (value) => ({ headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: multipart(value) }),
  (value) => ({ headers: { 'content-type': 'multipart/form-data' }, body: multipart(value) }),
];

export const json = { 'content-type': 'application/json' };

const gzipBomb = gzipSync(Buffer.alloc(20_000_000));

/** Members as in a form of a browser; nested values as JSON. */
function fieldsOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [['', write(value)]];

  return Object.entries(value).map(([name, member]) => [
    name.slice(0, 200),
    (typeof member === 'string' ? member : write(member)).slice(0, 10_000),
  ]);
}

function urlencoded(value: unknown): string {
  return new URLSearchParams(fieldsOf(value)).toString();
}

function multipart(value: unknown): string {
  const parts = fieldsOf(value).map(
    ([name, content]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`,
  );

  return `${parts.join('')}--x--\r\n`;
}
