import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { S3Fault } from './S3Fault.ts';

/** The body of a request, held against the lengths and checksums that were sent with it. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { headers } = request;
  const sent = await buffer(request);
  const told = headers['x-amz-content-sha256'];
  const isStreamed = told === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
  if (!isStreamed && told?.toString().startsWith('STREAMING-')) {
    throw new S3Fault(501, 'NotImplemented', `${told} is not implemented.`);
  }
  const { body, trailers } = isStreamed ? decodeChunks(sent) : { body: sent, trailers: {} };
  const length = headers['x-amz-decoded-content-length'];
  if (isStreamed && Number(length) !== body.length) {
    throw new S3Fault(400, 'IncompleteBody', `There are ${body.length} bytes rather than ${length}.`);
  }
  if (
    !isStreamed &&
    told !== 'UNSIGNED-PAYLOAD' &&
    told !== createHash('sha256').update(body).digest('hex')
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

/** `aws-chunked`: hexadecimal length, bytes, …, 0, and trailers. */
function decodeChunks(sent: Buffer): { body: Buffer; trailers: Record<string, string> } {
  const chunks: Buffer[] = [];
  let at = 0;
  const line = () => {
    const end = sent.indexOf('\r\n', at);
    if (end === -1) throw new S3Fault(400, 'IncompleteBody', 'The body ends within a chunk.');
    const text = sent.toString('latin1', at, end);
    at = end + 2;

    return text;
  };
  for (;;) {
    const size = Number.parseInt(line(), 16);
    if (!(size >= 0) || at + size > sent.length)
      throw new S3Fault(400, 'IncompleteBody', 'A chunk is broken.');
    if (size === 0) break;
    chunks.push(sent.subarray(at, at + size));
    at += size;
    if (line() !== '') throw new S3Fault(400, 'IncompleteBody', 'A chunk is longer than it says.');
  }
  const trailers: Record<string, string> = {};
  while (at < sent.length) {
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
