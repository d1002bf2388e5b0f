import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

/** An error response. */
export class S3Fault extends Error {
  override readonly name = 'S3Fault';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Reads the body of a request, and checks its length and checksums. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { headers } = request;
  const sent = await buffer(request);
  const hash = headers['x-amz-content-sha256'];
  const isStreamed = hash === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
  if (!isStreamed && hash?.toString().startsWith('STREAMING-')) {
    throw new S3Fault(501, 'NotImplemented', `${hash} is not implemented.`);
  }
  const { body, trailers } = isStreamed ? decodeChunks(sent) : { body: sent, trailers: {} };
  const length = headers['x-amz-decoded-content-length'];
  if (isStreamed && Number(length) !== body.length) {
    throw new S3Fault(400, 'IncompleteBody', `Received ${body.length} bytes instead of ${length}.`);
  }
  if (
    !isStreamed &&
    hash !== 'UNSIGNED-PAYLOAD' &&
    hash !== createHash('sha256').update(body).digest('hex')
  ) {
    throw new S3Fault(400, 'XAmzContentSHA256Mismatch', 'The body does not match x-amz-content-sha256.');
  }
  const announced = headers['x-amz-trailer'];
  if (typeof announced === 'string' && trailers[announced] === undefined) {
    throw new S3Fault(400, 'MalformedTrailerError', `The trailer ${announced} is missing.`);
  }
  const checksum = { ...headers, ...trailers }['x-amz-checksum-crc32'];
  if (checksum !== undefined && checksum !== base64Crc32(body)) {
    throw new S3Fault(400, 'BadDigest', 'The CRC32 does not match the body.');
  }

  return body;
}

/** Decodes `aws-chunked`: hexadecimal length, bytes, …, 0, trailers. */
function decodeChunks(sent: Buffer): { body: Buffer; trailers: Record<string, string> } {
  const chunks: Buffer[] = [];
  let position = 0;
  const line = () => {
    const end = sent.indexOf('\r\n', position);
    if (end === -1) throw new S3Fault(400, 'IncompleteBody', 'The body ends within a chunk.');
    const text = sent.toString('latin1', position, end);
    position = end + 2;

    return text;
  };
  for (;;) {
    const size = Number.parseInt(line(), 16);
    if (!(size >= 0) || position + size > sent.length)
      throw new S3Fault(400, 'IncompleteBody', 'A chunk is broken.');
    if (size === 0) break;
    chunks.push(sent.subarray(position, position + size));
    position += size;
    if (line() !== '') throw new S3Fault(400, 'IncompleteBody', 'A chunk is longer than it says.');
  }
  const trailers: Record<string, string> = {};
  while (position < sent.length) {
    const [name = '', ...value] = line().split(':');
    if (name !== '') trailers[name.trim().toLowerCase()] = value.join(':').trim();
  }

  return { body: Buffer.concat(chunks), trailers };
}

function base64Crc32(bytes: Buffer): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));

  return sum.toString('base64');
}

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const fifteenMinutes = 900_000;

/** Throws unless the request has a valid signature (AWS Signature Version 4 in the header). */
export function checkSignature(request: IncomingMessage, credentials: S3Credentials): void {
  const { authorization = '', 'x-amz-date': date } = request.headers;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (match === null || typeof date !== 'string') throw new S3Fault(403, 'AccessDenied', 'Access Denied.');
  const [, keyId, day = '', region = '', signed = '', signature] = match;
  if (keyId !== credentials.accessKeyId) {
    throw new S3Fault(403, 'InvalidAccessKeyId', 'The access key Id you provided does not exist.');
  }
  if (region !== credentials.region) {
    throw new S3Fault(400, 'AuthorizationHeaderMalformed', `The region '${region}' is wrong.`);
  }
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day) || !(Math.abs(Date.now() - time) < fifteenMinutes)) {
    throw new S3Fault(403, 'RequestTimeTooSkewed', 'The difference between the times is too large.');
  }
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonical = createHash('sha256')
    .update(canonicalRequest(request, signed.split(';')))
    .digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, canonical].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  if (createHmac('sha256', key).update(toSign).digest('hex') !== signature) {
    throw new S3Fault(403, 'SignatureDoesNotMatch', 'The signature does not match. Check your key.');
  }
}

function canonicalRequest(request: IncomingMessage, signed: readonly string[]): string {
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signed.includes(name)) throw new S3Fault(403, 'AccessDenied', `The header ${name} is not signed.`);
  }
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const parameters = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort();
  const headers = signed.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );

  return [
    request.method,
    path,
    parameters.join('&'),
    headers.join(''),
    signed.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n');
}

export interface S3Object {
  readonly bytes: Buffer;
  readonly mediaType: string | undefined;
}

/** The response to ListObjectsV2; `pageSize` is the maximum number of keys per page, 1000 at AWS. */
export function listObjects(
  bucket: string,
  objects: ReadonlyMap<string, S3Object>,
  query: URLSearchParams,
  pageSize: number,
): string {
  const prefix = query.get('prefix') ?? '';
  if ((query.get('delimiter') ?? '') !== '') {
    throw new S3Fault(501, 'NotImplemented', 'Delimiters are not implemented.');
  }
  const token = query.get('continuation-token');
  const after = token === null ? '' : Buffer.from(token, 'base64').toString();
  const size = Math.min(Number(query.get('max-keys') ?? pageSize), pageSize);
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, size);
  const isTruncated = keys.length > page.length;
  const contents = page.map((key) => {
    const bytes = objects.get(key)?.bytes ?? Buffer.alloc(0);
    return (
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>` +
      `<ETag>${escapeXml(etag(bytes))}</ETag><Size>${bytes.length}</Size></Contents>`
    );
  });
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
    : '';

  return (
    `<ListBucketResult><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount>` +
    `<MaxKeys>${size}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  );
}

export function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
