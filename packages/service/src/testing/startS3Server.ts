import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  checkSignature,
  escapeXml,
  etag,
  listObjects,
  readBody,
  S3Fault,
  type S3Object,
} from './s3Protocol.ts';

/**
 * An S3-compatible server on a free port: PUT, GET, HEAD and DELETE of objects, ListObjectsV2 and HEAD of a bucket, with
 * path-style URLs. Requests must be signed with the credentials.
 */
export interface TestS3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
  /** Key → object. */
  readonly objects: ReadonlyMap<string, S3Object>;
  /** Requests so far, such as `PUT avatars/1.webp`. */
  readonly requests: readonly string[];
  /** Environment variables of a service that uses this server. */
  readonly environment: Record<string, string>;
  /** Sets how requests fail from now on; for the next `requests` only, if given. */
  fail(how: S3Failure, requests?: number): void;
  stop(): Promise<void>;
}

/** `unavailable`: 503. `silent`: requests wait until the next `fail`. `unanswered`: changes are made without a response. */
type S3Failure = 'nothing' | 'unavailable' | 'silent' | 'unanswered';

interface TestS3Options {
  /** Keys per page of a list. */
  readonly pageSize?: number;
}

export async function startS3Server({ pageSize = 1000 }: TestS3Options = {}): Promise<TestS3Server> {
  const bucket = 'rowhouse-test';
  const region = 'eu-central-1';
  const credentials = { accessKeyId: 'AKIDTEST', secretAccessKey: 'the+secret/of the tests' };
  const objects = new Map<string, S3Object>();
  const requests: string[] = [];
  let failing: S3Failure = 'nothing';
  let remaining = Number.POSITIVE_INFINITY;
  let recovered = Promise.withResolvers<void>();

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const [name = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
    const key = rest.join('/');
    requests.push(`${request.method} ${key}`);
    const body = await readBody(request);
    if (failing === 'silent') await recovered.promise;
    if (failing === 'unavailable') {
      remaining -= 1;
      if (remaining === 0) failing = 'nothing';
      throw new S3Fault(503, 'ServiceUnavailable', 'Please try again.');
    }
    checkSignature(request, { ...credentials, region });
    if (name !== bucket) throw new S3Fault(404, 'NoSuchBucket', 'The specified bucket does not exist');
    const object = objects.get(key);
    switch (`${request.method} ${key === '' ? 'bucket' : 'object'}`) {
      case 'HEAD bucket':
        return response.end();
      case 'GET bucket':
        return response
          .setHeader('content-type', 'application/xml')
          .end(listObjects(bucket, objects, searchParams, pageSize));
      case 'PUT object':
        objects.set(key, { bytes: body, mediaType: request.headers['content-type'] });
        if (failing === 'unanswered') return;
        return response.setHeader('etag', etag(body)).end();
      case 'DELETE object':
        objects.delete(key);
        if (failing === 'unanswered') return;
        return response.writeHead(204).end();
      case 'HEAD object':
      case 'GET object':
        if (object === undefined) throw new S3Fault(404, 'NoSuchKey', 'The specified key does not exist.');
        return response
          .writeHead(200, {
            'content-length': object.bytes.length,
            'content-type': object.mediaType ?? 'binary/octet-stream',
            'last-modified': new Date(0).toUTCString(),
            etag: etag(object.bytes),
          })
          .end(request.method === 'HEAD' ? undefined : object.bytes);
      default:
        throw new S3Fault(405, 'MethodNotAllowed', 'The method is not allowed here.');
    }
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => refuse(request, response, error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    endpoint,
    bucket,
    region,
    credentials,
    objects,
    requests,
    environment: {
      ROWHOUSE_FILES: 's3',
      ROWHOUSE_S3_BUCKET: bucket,
      ROWHOUSE_S3_REGION: region,
      ROWHOUSE_S3_ENDPOINT: endpoint,
      ROWHOUSE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      ROWHOUSE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    fail: (how, requests = Number.POSITIVE_INFINITY) => {
      failing = how;
      remaining = requests;
      recovered.resolve();
      recovered = Promise.withResolvers();
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Sends an error as XML, except for HEAD, as S3 does. */
function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, code, message } =
    error instanceof S3Fault ? error : { status: 500, code: 'InternalError', message: String(error) };
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    request.method === 'HEAD'
      ? undefined
      : `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`,
  );
}
