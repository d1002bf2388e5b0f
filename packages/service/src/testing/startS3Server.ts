import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSignature } from './s3/checkSignature.ts';
import { escapeXml } from './s3/escapeXml.ts';
import { etag, listObjects, type S3Object } from './s3/listObjects.ts';
import { readBody } from './s3/readBody.ts';
import { S3Fault } from './s3/S3Fault.ts';

/**
 * An S3-compatible storage of a test's own, on a free port: PUT, GET, HEAD and DELETE of objects, ListObjectsV2, and
 * HEAD of a bucket, in the path style. Every request must be signed with the credentials.
 */
export interface TestS3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
  /** Key → object. */
  readonly objects: ReadonlyMap<string, S3Object>;
  /** `PUT avatars/1.webp`, … as they came. */
  readonly requests: readonly string[];
  /** The environment of a service that keeps its files here. */
  readonly environment: Record<string, string>;
  /** What happens to requests from now on; to the next `requests` ones only, where a number is given. */
  fail(how: S3Failure, requests?: number): void;
  stop(): Promise<void>;
}

/** Nothing fails; all get 503; nothing is done until the next `fail`; changes are done and never answered. */
type S3Failure = 'nothing' | 'unavailable' | 'silent' | 'unanswered';

interface TestS3Options {
  /** Keys on a page of a list. */
  readonly pageSize?: number;
}

export async function startS3Server({ pageSize = 1000 }: TestS3Options = {}): Promise<TestS3Server> {
  const bucket = 'rowhouse-test';
  const region = 'eu-central-1';
  const credentials = { accessKeyId: 'AKIDTEST', secretAccessKey: 'the+secret/of the tests' };
  const objects = new Map<string, S3Object>();
  const requests: string[] = [];
  let failing: S3Failure = 'nothing';
  let left = Number.POSITIVE_INFINITY;
  let recovered = Promise.withResolvers<void>();

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const [name = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
    const key = rest.join('/');
    requests.push(`${request.method} ${key}`);
    const body = await readBody(request);
    if (failing === 'silent') await recovered.promise;
    if (failing === 'unavailable') {
      left -= 1;
      if (left === 0) failing = 'nothing';
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
      left = requests;
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

/** As S3 does: an error as XML, which an answer to HEAD has no room for. */
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
